import { describe, expect, it } from 'vitest';
import { limits } from '../domain/deployments/world.ts';
import { away, begin, created, expectUntouched, minute, secondsOf, told } from './outage-world.ts';
import type { Scenario } from './scenario.ts';
import { templateOf } from './templates.ts';

describe('an update while the Infrastructure Manager is away', () => {
  const node = { type: 'tosca.nodes.Compute' };
  const wanted = templateOf({ web: node, db: node, cache: node });

  it.each([0, 2, 5, 9, 16, 30])('from second %i on, goes on where it was', async (from) => {
    const one = await created();
    const at = secondsOf(one);
    const accepted = await one.update(wanted);
    away(one, at + from, 40 * minute, { bootSeconds: 20 });
    await one.run(accepted);
    await expectUntouched(one, 'UPDATE_COMPLETE');
    expect(one.world.clouds.made[0]?.machines.filter(({ removed }) => !removed)).toHaveLength(3);
  });

  it('fails when its own time is up', async () => {
    const one = await created();
    const accepted = await one.update(wanted, { limits: { ...limits, timeoutMins: 45 } });
    away(one, secondsOf(one), 20 * 60 * minute);
    const began = secondsOf(one);
    await one.run(accepted);
    expect((await one.now())?.status).toBe('UPDATE_FAILED');
    expect((await one.now())?.statusReason).toContain('Timeout');
    expect(secondsOf(one) - began).toBeLessThan(47 * minute);
  });
});

describe('a deletion while the Infrastructure Manager is away', () => {
  it('waits, also where the destruction had begun and was forgotten by a restart', async () => {
    const one = await created();
    const at = secondsOf(one);
    away(one, at + 3, 120);
    const { status } = one.world.clouds;
    one.world.clouds.status = async (providerId, id) => {
      const [made] = one.world.clouds.made;
      if (made && secondsOf(one) > at + 3 && one.world.clouds.destroyed.length === 1) delete made.destroyedAt;
      return status.call(one.world.clouds, providerId, id);
    };
    await one.delete();
    expect(await one.now()).toBeUndefined();
    expect(one.world.clouds.standing).toEqual([]);
    expect(one.world.clouds.destroyed.length).toBeGreaterThan(1);
  });

  it('waits for hours', async () => {
    const one = await created();
    away(one, secondsOf(one), 20 * 60 * minute);
    await one.delete();
    expect(await one.now()).toBeUndefined();
    expect(one.world.clouds.standing).toEqual([]);
  });

  it('fails at the end of what is borne, and says why', async () => {
    const one = await created();
    away(one, secondsOf(one), 26 * 60 * minute, {}, true);
    await one.delete();
    expect(await one.now()).toMatchObject({ status: 'DELETE_FAILED' });
    expect((await one.now())?.statusReason).toContain('refuses the credentials of this service');
  });

  it('does not wait for long when it is forced', async () => {
    const one = await created();
    const at = secondsOf(one);
    away(one, at, 20 * 60 * minute);
    await one.delete({ force: true });
    expect(await one.now()).toBeUndefined();
    expect(secondsOf(one) - at).toBeLessThan(15 * minute);
  });
});

describe('a deletion that the cloud refuses', () => {
  it('once, asks again, and says what was refused', async () => {
    const one = await created();
    one.world.clouds.set('alpha', { destroy: 'refuse-once' });
    const { forgetting, log } = logBeforeIsGone(one);
    await one.delete();
    await forgetting;
    expect(await one.now()).toBeUndefined();
    expect(one.world.clouds.standing).toEqual([]);
    expect(log()).toContain('did not destroy the infrastructure (try 1 of 8): alpha: quota of deletions');
    expect(told(one)).toContain('quota of deletions exceeded');
  });

  it('always, is asked with growing pauses, and fails with the reason of the cloud', async () => {
    const one = await created();
    one.world.clouds.set('alpha', { destroy: 'fail-silently' });
    const at = secondsOf(one);
    await one.delete();
    expect(await one.now()).toMatchObject({ status: 'DELETE_FAILED' });
    expect((await one.now())?.statusReason).toContain('alpha: the volume is in use');
    expect(one.world.clouds.destroyed).toHaveLength(8);
    expect(secondsOf(one) - at).toBeLessThan(20 * minute);
  });

  it('is asked as often again by the next deletion', async () => {
    const one = await created();
    one.world.clouds.set('alpha', { destroy: 'refuse' });
    await one.delete();
    one.world.clock.advance(1);
    await one.delete();
    expect(one.world.clouds.destroyed).toHaveLength(16);
    one.world.clouds.set('alpha', {});
    one.world.clock.advance(1);
    await one.delete();
    expect(await one.now()).toBeUndefined();
  });
});

/** What the log said last, since it goes with the deployment. */
const logBeforeIsGone = ({ world, deployment }: Scenario) => {
  let last = '';
  const { remove } = world.files;
  const removed = Promise.withResolvers<void>();
  world.files.remove = async (id) => {
    last = await world.files.readLog(deployment.id);
    await remove(id);
    removed.resolve();
  };
  return { forgetting: removed.promise, log: () => last };
};

describe('an infrastructure that is written back while it is destroyed', () => {
  it('is destroyed once more', async () => {
    const one = await created();
    one.world.clouds.set('alpha', { destroy: 'write-back', backSeconds: 1 });
    await one.delete();
    expect(await one.now()).toBeUndefined();
    one.world.clock.advance(60);
    expect(one.world.clouds.standing).toEqual([]);
  });
});

describe('outputs that cannot be had', () => {
  it.each(['refuse', 'down'] as const)('destroy nothing: the deployment is complete without (%s)', async (outputs) => {
    const one = await begin();
    one.world.clouds.set('alpha', { outputs });
    await one.run();
    await expectUntouched(one, 'CREATE_COMPLETE');
    expect((await one.now())?.outputs).toEqual({});
    const reason = outputs === 'refuse' ? 'no such attribute' : 'answered 500 to outputs';
    expect(told(one)).toContain(reason);
    expect(await one.world.files.readLog(one.deployment.id)).toContain(reason);
    expect(secondsOf(one)).toBeLessThan(20 * minute);
  });

  it('are waited for while nobody can be asked', async () => {
    const one = await begin();
    const { outputs } = one.world.clouds;
    let asked = 0;
    one.world.clouds.outputs = async (providerId, id) => {
      asked += 1;
      if (asked === 2) away(one, secondsOf(one), 50 * minute);
      return outputs.call(one.world.clouds, providerId, id);
    };
    await one.run();
    await expectUntouched(one, 'CREATE_COMPLETE');
    expect((await one.now())?.outputs).toEqual({ url: 'http://192.0.2.10/' });
    expect(secondsOf(one)).toBeGreaterThan(50 * minute);
  });
});
