/**
 * `npm run tool e2e:schedules [-- seed [files [schedules [jobs]]]]`: 1,000 files put at once into the local S3 of a running service with 200 schedules,
 * while its matcher is killed and started again; then, over HTTP, the events are the exact expected set, each replicated,
 * with one deployment. Then 20 files become jobs, and the result of each is what it computed from its file. Exit 1 when one is wrong. The seed repeats files, duplicates and lives, not the machine's timing.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { end, stopOnSignal } from '../processes.ts';
import { type Api, apiOf, type Event } from './api.ts';
import { chance } from './chance.ts';
import { expressionNumber, matchesAsIs, nameNumber } from './expected.ts';
import { jobResults } from './results.ts';
import type { Standing, State } from './stack.ts';

const seed = Number(process.argv[2] ?? Date.now() % 1_000_000);
const count = {
  files: Number(process.argv[3] ?? 1_000),
  schedules: Number(process.argv[4] ?? 200),
  deaths: 20,
  jobs: 20,
};
/** milliseconds from the first file on */
const patience = 600_000;

interface Schedule {
  readonly id: string;
  readonly expression: string;
}

const startStack = async (started: AsyncDisposableStack): Promise<{ stack: ChildProcess; standing: Standing }> => {
  const home = await mkdtemp(join(tmpdir(), 'toscanini-e2e-schedules-'));
  started.defer(() => rm(home, { recursive: true, force: true }));
  const stack = fork(join(import.meta.dirname, 'stack.ts'), [`${seed}`, `${count.deaths}`], {
    env: { ...process.env, TOSCANINI_HOME: home },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let complaint = '';
  stack.stderr?.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-4000);
  });
  started.defer(() => {
    if (stack.connected) stack.disconnect();
    return end(stack);
  });
  const [standing] = await Promise.race([
    once(stack, 'message'),
    once(stack, 'exit').then(() => Promise.reject(new Error(`the service did not start: ${complaint}`))),
  ]);
  return { stack, standing };
};

const makeSchedules = async (api: Api, scope: string): Promise<readonly Schedule[]> => {
  const expressions = Array.from({ length: count.schedules }, (_, index) => expressionNumber(index, scope));
  const made: Schedule[] = [];
  while (made.length < expressions.length) {
    const next = expressions.slice(made.length, made.length + 20);
    made.push(
      ...(await Promise.all(next.map(async (expression) => ({ id: await api.schedule(expression), expression })))),
    );
  }
  return made;
};

/** All at once, and some of them a second time: an overwritten file is the same file. */
const putFiles = async ({ s3: endpoint, bucket: Bucket }: Standing, names: readonly string[]): Promise<void> => {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const requestHandler = { httpAgent: { maxSockets: 2_000 } };
  const s3 = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials, requestHandler });
  await Promise.all(names.map((Key) => s3.send(new PutObjectCommand({ Bucket, Key, Body: Key }))));
  s3.destroy();
};

const stateOf = async (stack: ChildProcess, ask: 'state' | 'redrive' = 'state'): Promise<State> => {
  stack.send(ask);
  const [state] = await once(stack, 'message');
  return state;
};

/** Until the queue is empty; dead letters are brought back, as an operator would. */
const delivered = async (stack: ChildProcess, until: number): Promise<State> => {
  for (;;) {
    const state = await stateOf(stack);
    if (state.waiting + state.dead === 0) return state;
    if (Date.now() > until) throw new Error(`the queue is not empty: ${JSON.stringify(state)}`);
    if (state.waiting === 0) await stateOf(stack, 'redrive');
    await sleep(2_000);
  }
};

const readEvents = async (api: Api, schedules: readonly Schedule[]) =>
  (await Promise.all(schedules.map(async ({ id }) => (await api.events(id)).map((event) => ({ id, event }))))).flat();

const isComplete = ({ replicationStatus, deployment }: Event): boolean =>
  replicationStatus === 'OK' && deployment?.status === 'CREATE_COMPLETE';

/** Until no deployment is in progress. */
const ended = async (api: Api, until: number) => {
  for (;;) {
    const deployments = await api.deployments();
    if (Date.now() > until || deployments.every(({ status }) => !status.endsWith('_IN_PROGRESS'))) return deployments;
    await sleep(3_000);
  }
};

const run = async (started: AsyncDisposableStack): Promise<boolean> => {
  const { stack, standing } = await startStack(started);
  const api = apiOf(standing);
  const schedules = await makeSchedules(api, standing.bucket);
  const dice = chance(seed);
  const names = Array.from({ length: count.files }, (_, index) => nameNumber(dice, index));
  const overwritten = names.filter(() => dice.below(4) === 0);
  const key = (schedule: string, scope: string, name: string) => JSON.stringify([schedule, scope, name]);
  const expected = new Set(
    schedules.flatMap(({ id, expression }) =>
      names
        .filter((name) => matchesAsIs(expression, `${standing.bucket}:${name}`))
        .map((name) => key(id, standing.bucket, name)),
    ),
  );
  const began = Date.now();
  const seconds = () => ((Date.now() - began) / 1000).toFixed(1);
  await putFiles(standing, [...names, ...overwritten]);
  const put = seconds();
  console.log(`files are put after ${put} s`);
  const { seen } = await delivered(stack, began + patience);
  const matched = seconds();
  console.log(`notifications are taken after ${matched} s`);
  const deployments = await ended(api, began + patience);
  const done = seconds();
  console.log(`deployments are at their end after ${done} s`);
  const events = await readEvents(api, schedules);
  const keys = events.map(({ id, event }) => key(id, event.scope, event.name));
  const own = new Set(events.flatMap(({ event }) => event.deployment?.uuid ?? []));
  const lines = {
    seed,
    'files put': `${names.length + overwritten.length} of ${new Set(names).size} names, in ${put} s`,
    'records delivered': `${seen.deliveries}, ${seen.duplicates} of them again, in ${matched} s`,
    'matchers killed': `${seen.deaths}, ${seen.holding} of them with batches in hand`,
    'events expected': expected.size,
    'events there': keys.length,
    missing: expected.difference(new Set(keys)).size,
    extra: new Set(keys).difference(expected).size,
    'deployments of events': own.size,
    'deployments there': deployments.length,
    'replicated and complete': `${events.filter(({ event }) => isComplete(event)).length}, in ${done} s`,
  };
  const jobs = await jobResults(api, standing, count.jobs, Date.now() + patience);
  console.log(`${'results of jobs'.padEnd(24)} ${jobs.right} of ${jobs.files} are right, ${jobs.complete} complete`);
  for (const [name, value] of Object.entries(lines)) console.log(`${name.padEnd(24)} ${value}`);
  const exact = lines.missing + lines.extra === 0 && deployments.every(({ uuid }) => own.has(uuid));
  const numbers = [keys.length, own.size, deployments.length, events.filter(({ event }) => isComplete(event)).length];
  return (
    exact &&
    jobs.right === count.jobs &&
    jobs.complete === count.jobs &&
    seen.holding > 0 &&
    numbers.every((number) => number === expected.size)
  );
};

const started = new AsyncDisposableStack();
stopOnSignal(started);
try {
  if (!(await run(started))) process.exitCode = 1;
} finally {
  await started.disposeAsync();
}
