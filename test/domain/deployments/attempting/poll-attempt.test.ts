import { describe, expect, it } from 'vitest';
import { limits } from '../world.ts';
import { afterSeconds, attempting } from './attempting.ts';

const submitted = async (changes: Parameters<typeof attempting>[0] = {}) => {
  const one = await attempting(changes);
  await one.submit();
  return one;
};

describe('pollAttempt', () => {
  it('waits until the infrastructure is ready, and completes the attempt once', async () => {
    const one = await submitted();
    one.world.clock.advance(19);
    await expect(one.poll()).rejects.toMatchObject({ name: 'NotReadyError', message: 'the infrastructure is running' });
    expect(await one.attempt()).toMatchObject({ state: 'RUNNING' });
    one.world.clock.advance(1);
    expect(await one.poll()).toEqual({ outcome: 'complete' });
    expect(await one.attempt()).toMatchObject({ state: 'COMPLETE' });
    one.world.clouds.set('alpha', { outage: { from: 0, to: Infinity } });
    expect(await one.poll()).toEqual({ outcome: 'complete' });
  });

  it.each(['FAILED', 'DESTROYED'] as const)(
    'does not read the infrastructure of an attempt that is %s',
    async (state) => {
      const one = await submitted();
      await one.record({ state, reason: 'a machine failed', quotedLog: '\nits log' });
      one.world.clock.advance(20);
      await expect(one.poll()).rejects.toMatchObject({ name: 'ProviderFailedError', message: 'a machine failed' });
    },
  );

  it('fails an attempt whose machine failed', async () => {
    const one = await submitted();
    one.world.clouds.set('alpha', { create: 'fail' });
    one.world.clock.advance(20);
    await expect(one.poll()).rejects.toMatchObject({
      ...{ name: 'ProviderFailedError', message: expect.stringContaining('the infrastructure is failed') },
    });
    expect(await one.attempt()).toMatchObject({ state: 'RUNNING', quotedLog: expect.stringContaining('launched') });
  });

  it('says whose fault it is', async () => {
    const one = await submitted();
    one.world.clouds.set('alpha', { create: 'fail', blame: 'work' });
    one.world.clock.advance(20);
    await expect(one.poll()).rejects.toMatchObject({ name: 'WorkFailedError' });
  });

  it.each([
    ['ProviderTimeoutError', { limits: { ...limits, providerTimeoutMins: 20 } }],
    ['DeploymentTimeoutError', { timeoutMins: 20 }],
  ])('ends with %s at the deadline, and says before that it is near', async (name, changes) => {
    const one = await submitted(changes);
    one.world.clouds.set('alpha', { create: 'never-ready' });
    for (const [seconds, expected] of [
      [599, 'NotReadyError'],
      [1, 'DeadlineNearError'],
      [599, 'DeadlineNearError'],
      [1, name],
    ] as const) {
      one.world.clock.advance(seconds);
      await expect(one.poll(), `${one.world.clock.now().toISOString()}`).rejects.toMatchObject({ name: expected });
    }
  });

  it('counts what is ready, even a little after the deadline', async () => {
    const one = await submitted({ timeoutMins: 1 });
    one.world.clock.advance(61);
    expect(await one.poll()).toEqual({ outcome: 'complete' });
  });

  it('drops the quote of an earlier poll whose answer was lost', async () => {
    const one = await submitted();
    await one.record({ quotedLog: '\nits log' });
    await expect(one.poll()).rejects.toMatchObject({ name: 'NotReadyError' });
    expect(await one.attempt()).not.toHaveProperty('quotedLog');
  });

  it('waits through an outage, which moves the deadline', async () => {
    const one = await submitted({ limits: { ...limits, providerTimeoutMins: 20 } });
    one.world.clouds.set('alpha', { outage: { from: 0, to: Infinity } });
    await expect(one.poll()).rejects.toMatchObject({ name: 'NotReadyError' });
    one.world.clock.advance(3600);
    await expect(one.poll()).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
    one.world.clouds.set('alpha', { create: 'never-ready' });
    await expect(one.poll()).rejects.toMatchObject({ name: 'NotReadyError' });
    expect(await one.attempt()).toMatchObject({ reachableAt: afterSeconds(3600), deadline: afterSeconds(4800) });
  });

  it('knows no attempt that was never begun, and stops when another operation has taken over', async () => {
    const one = await attempting();
    await expect(one.poll()).rejects.toMatchObject({ name: 'NotFoundError' });
    await one.overtake();
    await expect(one.poll()).rejects.toMatchObject({ name: 'OperationSupersededError' });
  });
});
