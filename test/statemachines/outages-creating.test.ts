import { describe, expect, it } from 'vitest';
import { limits, memoryWorld } from '../domain/deployments/world.ts';
import { away, begin, expectUntouched, minute, secondsOf, start, told } from './outage-world.ts';
import { scenario } from './scenario.ts';

describe('a creation while the Infrastructure Manager is away', () => {
  it('for a minute at submission, waits', async () => {
    const one = await begin();
    away(one, 0, minute);
    await one.run();
    await expectUntouched(one, 'CREATE_COMPLETE');
  });

  const moments = [0, 1, 4, 9, 15, 21, 30, 45];
  it.each(moments.flatMap((from) => [2, 20, 300].map((minutes) => [from, minutes] as const)))(
    'from second %i on, for %i minutes, goes on where it was',
    async (from, minutes) => {
      const one = await begin();
      away(one, from, minutes * minute, { bootSeconds: 40 });
      await one.run();
      await expectUntouched(one, 'CREATE_COMPLETE');
    },
  );

  it('refuses our credentials for ten minutes, says so, and goes on', async () => {
    const one = await begin();
    away(one, 10, 10 * minute, { bootSeconds: 40 }, true);
    await one.run();
    await expectUntouched(one, 'CREATE_COMPLETE');
    expect(told(one)).toContain(
      'refuses the credentials of this service: the operators of this service have to correct them',
    );
    expect(told(one)).toContain('provider alpha answers again');
  });

  it('has the time that its provider is given, without that of the outage', async () => {
    const one = await begin({ limits: { ...limits, providerTimeoutMins: 5 } });
    away(one, 60, 120 * minute, { bootSeconds: 123 * minute });
    await one.run();
    await expectUntouched(one, 'CREATE_COMPLETE');
    const late = await begin({ limits: { ...limits, providerTimeoutMins: 5, maxProvidersRetry: 1 } });
    away(late, 60, 120 * minute, { create: 'never-ready' });
    await late.run();
    expect((await late.now())?.statusReason).toContain('did not finish within 5 minutes');
    expect(secondsOf(late)).toBeGreaterThanOrEqual(125 * minute);
    expect(secondsOf(late)).toBeLessThan(140 * minute);
  });

  it('has not launched nothing when nobody could see it launch', async () => {
    const one = await begin();
    away(one, 2, 30 * minute, { bootSeconds: 32 * minute, addingSeconds: 31 * minute });
    await one.run();
    await expectUntouched(one, 'CREATE_COMPLETE');
  });

  it.each([
    ['while it is submitted', 0],
    ['while it is followed', 30],
  ])('fails when its own time is up, without waiting for the end of the outage: %s', async (_, from) => {
    const one = await begin({ timeoutMins: 60 });
    away(one, from, 20 * 60 * minute, { bootSeconds: 100 });
    await one.run();
    const failed = await one.now();
    expect(failed?.status).toBe('CREATE_FAILED');
    expect(failed?.statusReason).toContain('Timeout: Maximum execution time exceeded');
    expect(failed?.statusReason).toContain('provider alpha does not answer: alpha is down');
    expect(failed?.statusReason).toContain('left over on alpha');
    expect(secondsOf(one)).toBeLessThan(62 * minute);
    expect(one.world.clouds.destroyed).toEqual([]);
  });

  it('is borne for as long as the installation says, and then the next provider is tried', async () => {
    const world = { ...memoryWorld(), tolerance: { outageMins: 30 } };
    const one = await scenario(world);
    away(one, 25, 5 * 60 * minute, { bootSeconds: 100 });
    await one.run();
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE', providerId: 'beta' });
    expect(await world.attempts.find(one.deployment.id, 1)).toMatchObject({
      state: 'FAILED',
      left: 'given-up',
      reason: expect.stringContaining('left over on alpha: inf-1'),
    });
    expect(secondsOf(one)).toBeGreaterThanOrEqual(30 * minute);
    expect(secondsOf(one)).toBeLessThan(45 * minute);
  });

  it('is borne once, not once for each provider behind it', async () => {
    const world = { ...memoryWorld(), tolerance: { outageMins: 30 } };
    const one = await scenario(world);
    for (const id of ['alpha', 'beta']) world.clouds.set(id, { outage: { from: start, to: start + 5 * 60 * minute } });
    await one.run();
    expect((await one.now())?.status).toBe('CREATE_FAILED');
    expect(secondsOf(one)).toBeLessThan(50 * minute);
  });

  it('is borne in all, not each time anew', async () => {
    const world = { ...memoryWorld(), tolerance: { outageMins: 30 } };
    const one = await scenario(world, { limits: { ...limits, maxProvidersRetry: 1 } });
    world.clouds.set('alpha', { create: 'never-ready' });
    const { status } = world.clouds;
    world.clouds.status = async (providerId, id) => {
      const down = Math.floor(secondsOf(one) / (20 * minute)) % 2 === 1;
      world.clouds.set('alpha', { create: 'never-ready', ...(down && { outage: { from: 0, to: start * 2 } }) });
      return status.call(world.clouds, providerId, id);
    };
    await one.run();
    expect((await one.now())?.statusReason).toContain('does not answer');
    expect(secondsOf(one)).toBeLessThan(120 * minute);
  });

  it('cleans up after an attempt that failed before, once it is back', async () => {
    const one = await begin();
    one.world.clouds.set('alpha', { create: 'fail' });
    const { destroy } = one.world.clouds;
    one.world.clouds.destroy = async (providerId, id, options) => {
      if (one.world.clouds.destroyed.length === 0 && secondsOf(one) < 40 * minute) {
        away(one, 0, 40 * minute, { create: 'fail' });
      }
      return destroy.call(one.world.clouds, providerId, id, options);
    };
    await one.run();
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE', providerId: 'beta' });
    expect(one.world.clouds.standing.map(({ providerId }) => providerId)).toEqual(['beta']);
    expect((await one.world.attempts.find(one.deployment.id, 1))?.state).toBe('DESTROYED');
  });

  it('makes no second infrastructure when the answer to the first call was lost as it went', async () => {
    const one = await begin();
    const { create } = one.world.clouds;
    one.world.clouds.set('alpha', { create: 'lose' });
    one.world.clouds.create = async (providerId, text) => {
      try {
        return await create.call(one.world.clouds, providerId, text);
      } finally {
        away(one, secondsOf(one), 30 * minute);
      }
    };
    await one.run();
    await expectUntouched(one, 'CREATE_COMPLETE');
  });
});
