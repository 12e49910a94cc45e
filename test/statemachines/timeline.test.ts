import { describe, expect, it } from 'vitest';
import { CallbackFailedError } from '../../src/foundation/errors.ts';
import { memoryWorld, template, type World } from '../domain/deployments/world.ts';
import { run } from './machines.ts';
import { scenario } from './scenario.ts';
import { stepsOver } from './steps.ts';

const told = ({ events }: World) => events.map(({ kind, message }) => [kind, message]);

/** Runs the workflow of every callback that was queued since the last time. */
const deliver = async (world: World): Promise<void> => {
  for (const notificationId of world.notified.splice(0))
    await run('notify-callback', { notificationId }, { steps: stepsOver(world), clock: world.clock });
};

describe('the timeline', () => {
  it('tells each attempt, what its provider says, why it failed, and how operations end', async () => {
    const one = await scenario(memoryWorld());
    one.world.clouds.set('alpha', { create: 'unconfigured' });
    await one.run();
    one.world.clouds.set('beta', { update: 'refuse' });
    await one.run(await one.update(template));
    expect(told(one.world).filter(([kind]) => kind !== 'PROVIDER_SAID')).toEqual([
      ['ATTEMPT_STARTED', 'provider alpha works on infrastructure inf-1'],
      ['ATTEMPT_FAILED', 'provider alpha: web: its configuration failed'],
      ['ATTEMPT_STARTED', 'provider beta works on infrastructure inf-2'],
      ['OUTPUTS', expect.stringMatching(/^it has outputs: /)],
      ['COMPLETE', 'the deployment is CREATE_COMPLETE'],
      ['FAILED', 'the deployment is UPDATE_FAILED: beta: quota exceeded'],
    ]);
    expect(JSON.stringify(one.world.events)).not.toContain('contextualization');
  });

  it('tells the warnings of the template, of a creation and of an update, and the log has them', async () => {
    const one = await scenario(memoryWorld(), { parameters: { typo: 1 } });
    await one.run();
    const warning = /2:1 inputs\.typo: the template declares no input "typo"/;
    const told1 = told(one.world).filter(([kind]) => kind === 'WARNING');
    expect(told1).toEqual([['WARNING', expect.stringMatching(warning)]]);
    expect(await one.world.files.readLog(one.deployment.id)).toMatch(warning);
    await one.run(await one.update(template));
    expect(told(one.world).filter(([kind]) => kind === 'WARNING')).toHaveLength(2);
    expect((await one.world.files.readLog(one.deployment.id)).split('no input "typo"')).toHaveLength(3);
  });

  it('tells what a provider says in states and numbers, each once, and between begin and end of its attempt', async () => {
    const one = await scenario(memoryWorld());
    await one.run();
    const said = told(one.world);
    expect(said.at(0)?.[0]).toBe('ATTEMPT_STARTED');
    expect(said.at(-1)?.[0]).toBe('COMPLETE');
    const words = said.filter(([kind]) => kind === 'PROVIDER_SAID').map(([, message]) => message);
    expect(words.at(-1)).toBe('provider alpha: the infrastructure is configured, virtual machines: 2 configured');
    expect(new Set(words).size).toBe(words.length);
  });

  it('tells what a provider says of an update anew', async () => {
    const one = await scenario(memoryWorld());
    await one.run();
    const before = one.world.events.length;
    await one.run(await one.update(template));
    expect(told(one.world).slice(before)).toContainEqual([
      'PROVIDER_SAID',
      'provider alpha: the infrastructure is configured, virtual machines: 2 configured',
    ]);
  });

  it('tells of callbacks, those that were taken and those that were not', async () => {
    const one = await scenario(memoryWorld(), { callback: 'https://receiver.example/' });
    await one.run();
    await deliver(one.world);
    one.world.callbacks.send = () => Promise.reject(new CallbackFailedError('receiver.example answered 503'));
    await one.run(await one.update(template));
    await deliver(one.world);
    expect(told(one.world).filter(([kind]) => kind?.startsWith('CALLBACK'))).toEqual([
      ['CALLBACK_SENT', 'the callback (CREATE_IN_PROGRESS, submitted-1) was delivered'],
      ['CALLBACK_SENT', 'the callback (CREATE_COMPLETE, complete) was delivered'],
      ...['UPDATE_IN_PROGRESS, submitted-1', 'UPDATE_COMPLETE, complete'].flatMap((about) => [
        ['CALLBACK_FAILED', `the callback (${about}) failed and is retried for a day: receiver.example answered 503`],
        ['CALLBACK_FAILED', `the callback (${about}) was given up: receiver.example answered 503`],
      ]),
    ]);
  });

  it('tells everything once when a workflow runs twice', async () => {
    const one = await scenario(memoryWorld(), { callback: 'https://receiver.example/' });
    await one.run();
    await deliver(one.world);
    const once = [...one.world.events];
    await one.run();
    await deliver(one.world);
    expect(one.world.events).toEqual(once);
  });
});

describe('callbacks of one deployment', () => {
  it('bear numbers in the order of what happened', async () => {
    const world = memoryWorld();
    const { record } = world.deployments;
    world.deployments.record = (...given) => {
      world.clock.advance(0.001);
      return record(...given);
    };
    const one = await scenario(world, { callback: 'https://receiver.example/' });
    await one.run();
    world.clock.advance(1);
    await one.run(await one.update(template));
    world.clock.advance(1);
    await one.delete();
    await deliver(one.world);
    const numbers = one.world.sent.map((each) => (each as { sequence: number }).sequence);
    expect(numbers.length).toBeGreaterThanOrEqual(5);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});
