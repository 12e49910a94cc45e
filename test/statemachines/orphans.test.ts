import { describe, expect, it } from 'vitest';
import { deleteDeployment } from '../../src/domain/deployments/accepting/delete.ts';
import { limits, memoryWorld } from '../domain/deployments/world.ts';
import { begin, day, hour, standing } from './orphan-world.ts';
import { minute } from './outage-world.ts';

describe('a creation that lands late', () => {
  /** The call is cut off, the deployment deleted; the infrastructure is made `lateSeconds` after the call. */
  const landsAfterDeletion = async (lateSeconds: number) => {
    const one = await begin({ limits: { ...limits, maxProvidersRetry: 1 } });
    one.world.clouds.set('alpha', { create: 'late', lateSeconds });
    const { find } = one.world.clouds;
    let deletion: ReturnType<typeof one.delete> | undefined;
    one.world.clouds.find = async (providerId, name) => {
      if (deletion === undefined) {
        deletion = one.delete();
        await deletion;
      }
      return find.call(one.world.clouds, providerId, name);
    };
    await one.run();
    await deletion;
    expect(await one.now()).toBeUndefined();
    return one;
  };

  it('45 seconds later, is waited for by the deletion', async () => {
    const one = await landsAfterDeletion(45);
    expect(one.world.clouds.made).toHaveLength(1);
    expect(standing(one)).toEqual([]);
  });

  it.each([200, hour, 5 * hour])('%i seconds later, when its deployment is gone, is destroyed', async (late) => {
    const one = await landsAfterDeletion(late);
    expect(standing(one)).toEqual([]);
    await one.pass(30 * hour);
    expect(one.world.clouds.made).toHaveLength(1);
    expect(standing(one)).toEqual([]);
    expect(one.report).toEqual(['destroyed']);
    expect(one.watched()).toEqual([]);
  });

  it('beside the one that a second call made, is destroyed, and the other stays', async () => {
    const one = await begin();
    one.world.clouds.set('alpha', { create: 'late', lateSeconds: 150 });
    const { create } = one.world.clouds;
    one.world.clouds.create = async (providerId, text) => {
      if (one.world.clouds.made.length > 0) one.world.clouds.set('alpha', {});
      return create.call(one.world.clouds, providerId, text);
    };
    await one.run();
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE', infrastructureId: 'inf-2' });
    await one.pass(30 * hour);
    expect(standing(one)).toEqual(['inf-2']);
    expect(await one.world.files.readLog(one.deployment.id)).toContain(
      'infrastructure inf-1 on provider alpha still exists',
    );
    await one.delete();
    await one.pass(2 * day, 10 * minute);
    expect(standing(one)).toEqual([]);
    expect(one.watched()).toEqual([]);
  });
});

describe('infrastructures that are written back', () => {
  it('after thirty deletions at once, are destroyed', async () => {
    const world = memoryWorld();
    const all = await Promise.all(Array.from({ length: 30 }, () => begin({}, world)));
    for (const one of all) await one.run();
    // later than all of them together, which share one clock
    world.clouds.set('alpha', { destroy: 'write-back', backSeconds: 4 * hour });
    const deletions: (() => Promise<unknown>)[] = [];
    for (const one of all) {
      const current = await one.now();
      if (current) await deleteDeployment(world, current, { force: false });
      const operation = world.started.at(-1);
      deletions.push(() => one.run(operation));
    }
    await Promise.all(deletions.map((run) => run()));
    for (const one of all) expect(await one.now()).toBeUndefined();
    expect(world.clouds.standing).toEqual([]);
    await all[0]?.pass(30 * hour, 5 * minute);
    expect(world.clouds.standing).toEqual([]);
    expect(all[0]?.report).toHaveLength(30);
  });

  it('an hour later, too', async () => {
    const one = await begin();
    await one.run();
    one.world.clouds.set('alpha', { destroy: 'write-back', backSeconds: hour });
    await one.delete();
    await one.pass(5 * hour);
    expect(standing(one)).toEqual([]);
    expect(one.report).toEqual(['destroyed']);
  });

  it('of an attempt that failed, while its deployment stands elsewhere', async () => {
    const one = await begin();
    one.world.clouds.set('alpha', { create: 'fail', destroy: 'write-back', backSeconds: 5 * minute });
    await one.run();
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE', infrastructureId: 'inf-2' });
    await one.pass(day);
    expect(standing(one)).toEqual(['inf-2']);
    expect(one.report).toEqual(['destroyed']);
  });
});
