import assert from 'node:assert/strict';
import * as v from 'valibot';
import type { Checks } from '../checks.ts';
import { account } from './cdk.ts';
import type { Installed } from './deployed.ts';
import { faultsOf, type Line, writerOf } from './log-lines.ts';

const groups = v.object({
  logGroups: v.array(v.object({ logGroupName: v.string() })),
  nextToken: v.nullish(v.string()),
});
const events = v.object({
  events: v.array(v.object({ message: v.string() })),
  nextToken: v.nullish(v.string()),
});

/**
 * What CloudWatch Logs holds after everything else: nobody wrote a secret, and every function said whose its lines are. `since` is
 * when this commit had taken the place of the one before, which may have said less.
 */
export const checkLogs = async (
  aws: string,
  { sandbox }: Installed,
  checks: Checks,
  since = new Date(0),
): Promise<void> => {
  const ask = (operation: string, input: unknown): Promise<unknown> => cloudWatchLogs(aws, operation, input);
  await checks.check('logs: no token, password or secret is in any of them', async () => {
    const lines = await allLines(ask);
    assert.ok(lines.length > 50, `${lines.length} lines: expected those of every function`);
    const secrets = Object.values(sandbox.secrets).flatMap(({ password }) =>
      password === undefined ? [] : [password],
    );
    for (const secret of [...secrets, 'Bearer ey']) {
      const found = lines.find((line) => line.includes(secret));
      assert.equal(found, undefined, 'a secret was logged');
    }
  });
  await checks.check('logs: every line has the ids by which it is found, and outcomes are measured', async () => {
    const written = (await allLines(ask)).map(json).filter((line) => line !== undefined);
    const lines = written
      .filter((line) => line['service'] === 'toscanini' && line['_aws'] === undefined)
      .filter(({ timestamp }) => !(Date.parse(String(timestamp)) < since.getTime()));
    const faults = faultsOf(lines);
    assert.equal(faults.length, 0, `${faults.length} of ${lines.length} lines: ${faults.slice(0, 5).join('; ')}`);
    const writers = new Set(lines.map(writerOf));
    for (const writer of busy) assert.ok(writers.has(writer), `no line of ${writer}`);
    const measures = written.filter((line) => line['_aws'] !== undefined);
    for (const [name, outcome] of outcomes)
      assert.ok(
        measures.some((one) => one[name] === 1 && one['outcome'] === outcome && one['deploymentId']),
        `no measure ${name} of ${outcome}`,
      );
  });
};

/** Whatever else is quiet: these have had something to do. */
const busy = [
  ...['http/deployments/create', 'http/deployments/delete', 'http/deployments/update', 'http/schedules/create'],
  ...['tasks/rank-providers', 'tasks/submit-attempt', 'tasks/poll-attempt', 'tasks/complete-deployment'],
  ...['tasks/clean-up-attempt', 'tasks/poll-update', 'tasks/begin-deletion', 'tasks/remove-deployment'],
  ...['tasks/begin-event', 'tasks/replicate-file', 'tasks/start-event-deployment', 'events/file-created'],
];

const outcomes = [
  ['Deployments', 'CREATE_COMPLETE'],
  ['Deployments', 'UPDATE_COMPLETE'],
  ['Deployments', 'DELETE_COMPLETE'],
  ['Attempts', 'COMPLETE'],
  ['Attempts', 'FAILED'],
] as const;

/** A line of a function; undefined for what the runtime says in words. */
const json = (text: string): Line | undefined => {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // cut off, or not ours
  }
};

/** Fifty come at a time, and there are more. */
const groupNames = async (ask: (operation: string, input: unknown) => Promise<unknown>): Promise<string[]> => {
  const names: string[] = [];
  let nextToken: string | null | undefined;
  do {
    const page = v.parse(groups, await ask('DescribeLogGroups', nextToken ? { nextToken } : {}));
    names.push(...page.logGroups.map(({ logGroupName }) => logGroupName));
    nextToken = page.nextToken;
  } while (nextToken);
  return names;
};

const allLines = async (ask: (operation: string, input: unknown) => Promise<unknown>): Promise<string[]> => {
  const lines: string[] = [];
  for (const logGroupName of await groupNames(ask)) {
    let nextToken: string | null | undefined;
    do {
      const page = v.parse(events, await ask('FilterLogEvents', { logGroupName, ...(nextToken && { nextToken }) }));
      lines.push(...page.events.map(({ message }) => message));
      nextToken = page.nextToken;
    } while (nextToken);
  }
  return lines;
};

/** Two calls do not pay for a client of their own in package.json; the emulator checks no signature, only whose key it is. */
const cloudWatchLogs = async (aws: string, operation: string, input: unknown): Promise<unknown> => {
  const answer = await fetch(aws, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-amz-json-1.1',
      'X-Amz-Target': `Logs_20140328.${operation}`,
      Authorization: `AWS4-HMAC-SHA256 Credential=${account.AWS_ACCESS_KEY_ID}/20260101/${account.AWS_REGION}/logs/aws4_request, SignedHeaders=host, Signature=none`,
    },
    body: JSON.stringify(input),
  });
  if (!answer.ok) throw new Error(`CloudWatch Logs answered ${answer.status} to ${operation}: ${await answer.text()}`);
  return answer.json();
};
