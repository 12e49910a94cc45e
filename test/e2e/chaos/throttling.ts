/**
 * `npm run chaos -- throttling [<deployments>]`: the same deployments while ever more of all calls of the AWS SDK are
 * throttled. All must end CREATE_COMPLETE, none lost and none made twice; how much longer it takes is printed.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { Checks } from '../checks.ts';
import { stopOnSignal } from '../processes.ts';
import { chance } from '../schedules/chance.ts';
import { forget, type Stack, startStack } from './stack.ts';
import { pair } from './templates.ts';
import { readTruth } from './truth.ts';

/** of all calls, 0 to 1 */
const shares = [0, 0.05, 0.1, 0.2, 0.3] as const;
const timeoutSeconds = 300;

interface Round {
  readonly share: number;
  readonly ids: ReadonlySet<string>;
  readonly seconds: number;
  readonly calls: number;
  readonly throttled: number;
  /** requests that were answered 503, and came again */
  readonly refused: number;
}

const created = v.looseObject({ uuid: v.string() });
const listed = v.looseObject({ content: v.array(v.looseObject({ uuid: v.string(), status: v.string() })) });

type Headers = Readonly<Record<string, string>>;

/** With a key, as a client does that must not deploy twice, until it is accepted. */
const deploy = async (url: string, headers: Headers, key: string): Promise<{ id: string; refused: number }> => {
  const body = JSON.stringify({ template: pair(`chaos-${key}`), parameters: {} });
  for (let refused = 0; ; refused += 1) {
    const answer = await fetch(`${url}/deployments`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': key },
      body,
    });
    const text = await answer.text();
    if (answer.status === 201) return { id: v.parse(created, JSON.parse(text)).uuid, refused };
    if (![409, 503].includes(answer.status) || refused > 50) throw new Error(`POST: ${answer.status} ${text}`);
    await sleep(500);
  }
};

const unfinished = async (url: string, headers: Headers, ids: ReadonlySet<string>): Promise<number> => {
  const answer = await fetch(`${url}/deployments?size=2000`, { headers });
  if (!answer.ok) return ids.size;
  const { content } = v.parse(listed, await answer.json());
  return ids.size - content.filter(({ uuid, status }) => ids.has(uuid) && !status.endsWith('_IN_PROGRESS')).length;
};

const round = async (
  stack: Stack,
  headers: Headers,
  share: number,
  count: number,
  name = `${share}`,
): Promise<Round> => {
  const [calls, throttled] = [stack.proxy.calls(), throttledOf(stack)];
  stack.proxy.become({ throttled: share });
  const began = performance.now();
  const deployed = await Promise.all(
    Array.from({ length: count }, (_, index) => deploy(stack.url, headers, `throttled-${name}-${index}`)),
  );
  const ids = new Set(deployed.map(({ id }) => id));
  while ((await unfinished(stack.url, headers, ids)) > 0) {
    if (performance.now() - began > timeoutSeconds * 1000) break;
    await sleep(250);
  }
  const seconds = (performance.now() - began) / 1000;
  stack.proxy.become({});
  const refused = deployed.reduce((sum, one) => sum + one.refused, 0);
  return {
    share,
    ids,
    seconds,
    calls: stack.proxy.calls() - calls,
    throttled: throttledOf(stack) - throttled,
    refused,
  };
};

const throttledOf = ({ proxy }: Stack): number =>
  [...proxy.faults].reduce((sum, [name, count]) => (name.endsWith('throttled') ? sum + count : sum), 0);

const tableOf = (rounds: readonly Round[]): string => {
  const head = [
    'SDK calls throttled',
    'calls',
    'of them throttled',
    'answered 503, then asked again',
    'all complete after',
    'ratio',
  ];
  const alone = rounds[0]?.seconds ?? 1;
  const rows = rounds.map(({ share, calls, throttled, refused, seconds }) => [
    `${share * 100} %`,
    calls.toLocaleString('en'),
    throttled.toLocaleString('en'),
    `${refused}`,
    `${seconds.toFixed(0)} s`,
    (seconds / alone).toFixed(1),
  ]);
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
};

const sameStatus = (rounds: readonly Round[], statuses: ReadonlyMap<string, string>): void => {
  const bad = rounds.flatMap(({ share, ids }) =>
    [...ids]
      .filter((id) => statuses.get(id) !== 'CREATE_COMPLETE')
      .map((id) => `${id} at ${share}: ${statuses.get(id)}`),
  );
  if (bad.length > 0) throw new Error(bad.join('; '));
};

export const throttling = async (count: number): Promise<boolean> => {
  await using started = new AsyncDisposableStack();
  stopOnSignal(started);
  const checks = new Checks();
  const stack = await startStack(chance(1));
  started.defer(() => forget(stack.home));
  started.defer(() => stack.stop());
  const headers = { authorization: `Bearer ${await stack.token('alice')}`, 'content-type': 'application/json' };
  await round(stack, headers, 0, 5, 'first'); // so that no round pays for what is loaded once
  const rounds: Round[] = [];
  for (const share of shares) rounds.push(await round(stack, headers, share, count));
  console.log(`${count} deployments at once, of two machines each\n\n${tableOf(rounds)}\n`);
  const truth = await readTruth({
    tables: stack.proxy.tables() ?? '',
    s3: stack.s3(),
    imUrl: stack.imUrl,
    awsUrl: stack.awsUrl,
  });
  const expected = 5 + count * shares.length;
  await checks.check('every deployment ended CREATE_COMPLETE', async () =>
    sameStatus(rounds, new Map(truth.deployments.map(({ id, status }) => [id, status]))),
  );
  await checks.check('none is lost, and none was made twice', async () => {
    const [records, names] = [truth.deployments.length, truth.infrastructures.map(({ name }) => name)];
    if (records !== expected || names.length !== expected || new Set(names).size !== expected)
      throw new Error(`${expected} were asked for, ${records} are on record, ${names.length} are at the providers`);
  });
  console.log(`\n${checks.summary()}`);
  return checks.failed === 0;
};
