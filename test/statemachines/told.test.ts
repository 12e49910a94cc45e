/**
 * From ready to told: how long after something is so at the provider the deployment says it and its callback is sent. Each
 * call of a function takes 150 milliseconds of the test's clock.
 */

import { describe, expect, it } from 'vitest';
import { deleteDeployment } from '../../src/domain/deployments/accepting/delete.ts';
import { limits, memoryWorld, type World } from '../domain/deployments/world.ts';
import { type Ran, run } from './machines.ts';
import { inputOf, type Scenario, scenario, workflowOf } from './scenario.ts';
import { stepsOver } from './steps.ts';
import { templateOf } from './templates.ts';

const callSeconds = 0.15;

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

/** Seconds from `since`, in seconds of the clock, until it is readable, and until the last callback was sent. */
const told = async ({ world }: Scenario, since: number) => {
  const readable = secondsNow(world) - since;
  const notificationId = world.notified.at(-1) ?? '';
  await run('notify-callback', { notificationId }, { steps: slowSteps(world), clock: world.clock });
  return { readable, sent: secondsNow(world) - since };
};

const begun = (changes: Parameters<typeof scenario>[1] = {}) =>
  scenario(memoryWorld(), { callback: 'https://receiver.example/hook', ...changes });

const cases: Readonly<
  Record<string, (seconds: number) => Promise<{ readonly readable: number; readonly sent: number }>>
> = {
  'an infrastructure that is ready': async (seconds) => {
    const one = await begun();
    one.world.clouds.set('alpha', { bootSeconds: seconds });
    await operate(one);
    expect((await one.now())?.status).toBe('CREATE_COMPLETE');
    return told(one, (one.world.clouds.standing[0]?.madeAt ?? 0) + seconds);
  },
  'an infrastructure that has failed': async (seconds) => {
    const one = await begun({ limits: { ...limits, keepLastAttempt: true } });
    for (const provider of ['alpha', 'beta']) one.world.clouds.set(provider, { create: 'fail', bootSeconds: seconds });
    await operate(one);
    expect((await one.now())?.status).toBe('CREATE_FAILED');
    return told(one, (one.world.clouds.standing[0]?.madeAt ?? 0) + seconds);
  },
  'an update that is ready': async (seconds) => {
    const one = await begun();
    await one.run();
    one.world.clouds.set('alpha', { bootSeconds: seconds });
    const normative = { type: 'tosca.nodes.Compute' };
    await one.update(templateOf({ web: normative, db: normative, cache: normative }));
    await operate(one);
    expect((await one.now())?.status).toBe('UPDATE_COMPLETE');
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
    expect(await one.now()).toBeUndefined();
    return told(one, (infrastructure?.destroyedAt ?? 0) + seconds);
  },
};

describe.each(Object.entries(cases))('%s', (_what, tellOf) => {
  it.each([
    ['during the first two minutes', 5, 118, 12, 3],
    ['during the first fifteen', 121, 898, 9, 15],
    ['after', 901, 5_000, 6, 60],
  ])('is told %s', async (_, from, to, samples, budget) => {
    const times = Array.from({ length: samples }, (_each, index) => from + ((to - from) * index) / (samples - 1));
    const worst = { readable: 0, sent: 0 };
    for (const seconds of times) {
      const { readable, sent } = await tellOf(seconds);
      expect(readable).toBeGreaterThan(0);
      worst.readable = Math.max(worst.readable, readable);
      worst.sent = Math.max(worst.sent, sent);
    }
    expect(worst.sent).toBeLessThanOrEqual(budget);
  });
});
