/**
 * From ready to told: how long after something is so at the provider the deployment says it and its callback is sent. The
 * real workflows run on the test's clock; each call of a function takes 150 milliseconds of it.
 */

import { deleteDeployment } from '../../src/domain/deployments/accepting/delete.ts';
import { limits, memoryWorld, type World } from '../domain/deployments/world.ts';
import { type Ran, run } from './machines.ts';
import { inputOf, type Scenario, scenario, workflowOf } from './scenario.ts';
import { stepsOver } from './steps.ts';
import { templateOf } from './templates.ts';

const callSeconds = 0.15;

/** Seconds until it is readable, and until the last callback was sent. */
export interface Told {
  readonly readable: number;
  readonly sent: number;
}

/** When something is ready, in seconds after it began, and within how many seconds it must be told. */
export const phases = [
  { name: 'during the first two minutes', from: 5, to: 118, most: 3 },
  { name: 'during the first fifteen', from: 121, to: 898, most: 15 },
  { name: 'after', from: 901, to: 5_000, most: 60 },
] as const;

/** What a call saw is as old as the call itself. */
const slowSteps = (world: World) =>
  Object.fromEntries(
    Object.entries(stepsOver(world)).map(([name, step]) => [
      name,
      (input: unknown) => step(input).finally(() => world.clock.advance(callSeconds)),
    ]),
  );

const secondsNow = ({ clock }: World): number => clock.now().getTime() / 1000;

/** Runs the latest operation. */
const operate = ({ world, deployment }: Scenario): Promise<Ran> => {
  const operation = world.started.at(-1) ?? deployment;
  return run(workflowOf(operation), inputOf(operation), { steps: slowSteps(world), clock: world.clock });
};

/** `since` is in seconds of the clock. */
const told = async ({ world }: Scenario, since: number): Promise<Told> => {
  const readable = secondsNow(world) - since;
  const notificationId = world.notified.at(-1) ?? '';
  await run('notify-callback', { notificationId }, { steps: slowSteps(world), clock: world.clock });
  return { readable, sent: secondsNow(world) - since };
};

const begun = (changes: Parameters<typeof scenario>[1] = {}) =>
  scenario(memoryWorld(), { callback: 'https://receiver.example/hook', ...changes });

const ended = async (one: Scenario, wanted: string | undefined): Promise<void> => {
  const status = (await one.now())?.status;
  if (status !== wanted) throw new Error(`the deployment is ${status} instead of ${wanted}`);
};

/** What can be told, with the seconds that the provider takes for it. */
export const cases: Readonly<Record<string, (seconds: number) => Promise<Told>>> = {
  'an infrastructure that is ready': async (seconds) => {
    const one = await begun();
    one.world.clouds.set('alpha', { bootSeconds: seconds });
    await operate(one);
    await ended(one, 'CREATE_COMPLETE');
    return told(one, (one.world.clouds.standing[0]?.madeAt ?? 0) + seconds);
  },
  'an infrastructure that has failed': async (seconds) => {
    const one = await begun({ limits: { ...limits, keepLastAttempt: true } });
    for (const provider of ['alpha', 'beta']) one.world.clouds.set(provider, { create: 'fail', bootSeconds: seconds });
    await operate(one);
    await ended(one, 'CREATE_FAILED');
    return told(one, (one.world.clouds.standing[0]?.madeAt ?? 0) + seconds);
  },
  'an update that is ready': async (seconds) => {
    const one = await begun();
    await one.run();
    one.world.clouds.set('alpha', { bootSeconds: seconds });
    const normative = { type: 'tosca.nodes.Compute' };
    await one.update(templateOf({ web: normative, db: normative, cache: normative }));
    await operate(one);
    await ended(one, 'UPDATE_COMPLETE');
    return told(one, (one.world.clouds.standing[0]?.machines.at(-1)?.madeAt ?? 0) + seconds);
  },
  'an infrastructure that is gone': async (seconds) => {
    const one = await begun();
    await one.run();
    one.world.clouds.set('alpha', { destroySeconds: seconds });
    const [infrastructure] = one.world.clouds.standing;
    const complete = await one.now();
    if (complete) await deleteDeployment(one.world, complete, { force: false });
    await operate(one);
    await ended(one, undefined);
    return told(one, (infrastructure?.destroyedAt ?? 0) + seconds);
  },
};

/** So many times between the first and the last of a phase, both included. */
export const timesOf = ({ from, to }: { readonly from: number; readonly to: number }, samples: number): number[] =>
  Array.from({ length: samples }, (_, index) => from + ((to - from) * index) / (samples - 1));
