/**
 * `npm run chaos [-- <minutes> [<seed>]]`: mixed traffic on the local stack while its processes are killed and faults are
 * injected into clouds and AWS; then everything must settle. Then somebody changes machines and stacks behind the service's back, and a
 * provider gives no answer (mending.ts). In the end everything must be what was promised. Exit 1 when it is not. All times
 * are those that the service has (machine-time.ts): on a busy machine a run takes longer, and shows the same.
 * `npm run chaos -- throttling`: see throttling.ts.
 */

import * as v from 'valibot';
import { Checks } from '../checks.ts';
import { stopOnSignal } from '../processes.ts';
import { chance } from '../schedules/chance.ts';
import { some } from './audit.ts';
import { orphans } from './audit-providers.ts';
import { shortNow } from './audit-traffic.ts';
import { audits } from './audits.ts';
import { endDrains } from './drains.ts';
import { makeSchedule, moody, steady } from './files.ts';
import { Ledger } from './ledger.ts';
import { mend } from './mending.ts';
import { misbehave } from './mishaps.ts';
import { startReceiver } from './receiver.ts';
import { counted, table } from './report.ts';
import { settle, unfinished } from './settle.ts';
import { forget, startStack } from './stack.ts';
import { traffic } from './traffic.ts';
import { readTruth } from './truth.ts';
import { user } from './user.ts';
import type { World } from './world.ts';

const clients = 6;
/** long enough for the sweep of orphans, which runs every five minutes, to find and then to destroy */
const settleSeconds = 900;

if (process.argv[2] === 'throttling') {
  const { throttling } = await import('./throttling.ts');
  process.exit((await throttling(Number(process.argv[3] ?? 40))) ? 0 : 1);
}

const minutes = Number(process.argv[2] ?? 30);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
if (!(minutes > 0) || !Number.isInteger(seed)) {
  console.error('usage: npm run chaos [-- <minutes> [<seed>] | throttling [<deployments>]]   (minutes default to 30)');
  process.exit(1);
}

const started = new AsyncDisposableStack();
stopOnSignal(started);

/** Users of their own and of a group, and one who may do everything; schedules before anything goes wrong. */
const makeWorld = async (): Promise<World> => {
  const dice = chance(seed);
  const stack = await startStack(chance(seed + 1));
  started.defer(() => stack.stop());
  const receiver = await startReceiver(chance(seed + 2), stack.callbackKey);
  started.defer(() => receiver.stop());
  const ledger = new Ledger();
  const users = [
    user(stack, ledger, 'alice', await stack.token('alice')),
    user(stack, ledger, 'bob', await stack.token('bob', 'physics')),
    user(stack, ledger, 'carol', await stack.token('carol', 'physics')),
    user(stack, ledger, 'admin', await stack.token('admin', 'physics', true)),
  ];
  const world = { stack, ledger, receiver, dice, users, minutes, mishaps: new Map<string, number>() };
  for (const prefix of [...steady, moody]) if (users[0]) await makeSchedule(world, users[0], prefix);
  return world;
};

/** How much slower than the clock the machine may be: what takes longer says nothing about the service. */
const slowest = 2;

/**
 * After the minutes, when enough of everything has happened; a longer run than three times these has to do without. Those are
 * of the clock: a machine that is too busy ends it too, and says so.
 */
const enough = (world: World): AbortSignal => {
  const { time } = world.stack;
  const over = new AbortController();
  const until = time.now() + minutes * 60_000;
  const last = until + 2 * minutes * 60_000;
  const lastByClock = Date.now() + 3 * minutes * 60_000;
  const timer = setInterval(() => {
    const isOver = time.now() >= until && (shortNow(world).length === 0 || time.now() >= last);
    if (!isOver && Date.now() < lastByClock) return;
    if (time.slowness() > slowest)
      console.log(
        `THE MACHINE IS TOO BUSY to judge this run: a minute took ${time.slowness().toFixed(1)}; repeat it on a quiet one`,
      );
    clearInterval(timer);
    over.abort();
  }, 1_000);
  return over.signal;
};

const left = async (world: World): Promise<readonly string[]> => {
  const { stack, users } = world;
  if (!stack.service.isUp()) return ['the service'];
  const answer = await users.at(-1)?.read('/deployments?size=2000');
  const inProgress = answer?.status === 200 ? inProgressIn(answer.text) : ['the list of deployments'];
  const waitedFor = [...unfinished(stack.home), ...inProgress];
  // what comes back, or lands late, is the sweep's
  return waitedFor.length > 0 ? waitedFor : orphans(await truthOf(world), world.ledger);
};

const truthOf = ({ stack }: World) =>
  readTruth({ tables: stack.proxy.tables() ?? '', s3: stack.s3(), imUrl: stack.imUrl, awsUrl: stack.awsUrl });

const inProgressIn = (text: string): readonly string[] =>
  v
    .parse(listed, JSON.parse(text))
    .content.filter(({ status }) => status.endsWith('_IN_PROGRESS'))
    .map(({ uuid, status }) => `${uuid}, ${status}`);

const listed = v.looseObject({ content: v.array(v.looseObject({ uuid: v.string(), status: v.string() })) });

const report = (world: World, statuses: ReadonlyMap<string, number>): void => {
  const { ledger, stack, receiver, mishaps } = world;
  console.log(`\n${table('Requests by answer', ledger.answers)}`);
  console.log(`\n${table('Mishaps', mishaps)}`);
  console.log(`\n${table(`Faults of AWS, in ${stack.proxy.calls().toLocaleString('en')} calls`, stack.proxy.faults)}`);
  console.log(`\n${table('Callbacks', new Map(Object.entries(receiver.counts)))}`);
  console.log(`\n${table('Deployments in the end', statuses)}\n`);
};

console.log(`chaos for ${minutes} minutes, seed ${seed}`);
const checks = new Checks();
const world = await makeWorld();
const over = enough(world);
await Promise.all([traffic(world, clients, over), misbehave(world.stack, chance(seed + 3), world.mishaps, over)]);
await endDrains(world);
const { time } = world.stack;
const lasted = (time.now() / 60_000).toFixed(1);
console.log(
  `traffic and faults are over after ${lasted} minutes, each of which took ${time.slowness().toFixed(1)} here`,
);
console.log('waiting until everything has settled');
const { seconds, waitedFor } = await settle(() => left(world), settleSeconds, world.stack.time);
const calm = await truthOf(world);
console.log(`\n${table('Waited for, until second', new Map([...waitedFor].slice(0, 5)))}`);
report(world, counted(calm.deployments.map(({ status }) => status)));
await checks.check(`everything settled within ${settleSeconds} s (${seconds?.toFixed(0) ?? 'not yet'} s)`, async () => {
  if (seconds === undefined) throw new Error(some(unfinished(world.stack.home)));
});
console.log('now somebody changes machines and stacks behind the back of the service, and a provider is gone');
const mending = await mend(world, () => truthOf(world));
console.log(`\n${table('Behind the back of the service', mending.counts)}\n`);
await checks.check('all that was changed behind the back of the service was found and mended', () => {
  if (mending.faults.length > 0) throw new Error(`\n        ${some(mending.faults)}`);
  return Promise.resolve();
});
const again = await settle(() => left(world), settleSeconds, world.stack.time);
await checks.check(`and everything settled (${again.seconds?.toFixed(0) ?? 'not yet'} s)`, () =>
  again.seconds === undefined ? Promise.reject(new Error(some([...again.waitedFor.keys()]))) : Promise.resolve(),
);
const truth = await truthOf(world);
for (const { name, faults } of audits)
  await checks.check(name, async () => {
    const found = await faults(world, truth);
    if (found.length > 0) throw new Error(`\n        ${some(found)}`);
  });
await started.disposeAsync();
if (checks.failed > 0) console.log(`everything is kept in ${world.stack.home}`);
else await forget(world.stack.home);
console.log(`\n${checks.summary()}`);
process.exit(checks.failed === 0 ? 0 : 1);
