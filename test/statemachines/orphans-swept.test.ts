import { describe, expect, it } from 'vitest';
import { deleteDeployment } from '../../src/domain/deployments/accepting/delete.ts';
import { sweepOrphans } from '../../src/domain/orphans/sweep-orphans.ts';
import { limits, memoryWorld } from '../domain/deployments/world.ts';
import { everyCut, interrupted, killedAfter } from './interruption.ts';
import { begin, day, hour, type Subject, standing, strangers } from './orphan-world.ts';
import { away, minute, secondsOf } from './outage-world.ts';

describe('what was given up', () => {
  it('is destroyed once the cloud allows it, and is no more left over', async () => {
    const one = await begin();
    one.world.clouds.set('alpha', { create: 'fail', destroy: 'refuse' });
    await one.run();
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE', infrastructureId: 'inf-2' });
    await one.pass(hour);
    expect(standing(one)).toEqual(['inf-1', 'inf-2']);
    one.world.clouds.set('alpha', {});
    await one.pass(5 * hour);
    expect(standing(one)).toEqual(['inf-2']);
    expect((await one.world.attempts.find(one.deployment.id, 1))?.state).toBe('DESTROYED');
    expect(await one.world.files.readLog(one.deployment.id)).toContain(
      'nothing is left of attempt 1 on provider alpha',
    );
  });

  it('by a forced deletion in an outage, is destroyed after it', async () => {
    const one = await begin();
    await one.run();
    away(one, secondsOf(one), 6 * hour);
    await one.delete({ force: true });
    expect(await one.now()).toBeUndefined();
    await one.pass(5 * hour);
    expect(one.world.clouds.made[0]?.destroyedAt).toBeUndefined();
    await one.pass(3 * hour);
    expect(standing(one)).toEqual([]);
  });

  it('and is never destroyed is told to the operators after a month', async () => {
    const one = await begin();
    await one.run();
    one.world.clouds.set('alpha', { destroy: 'refuse' });
    await one.delete({ force: true });
    await one.pass(40 * day, hour);
    expect(one.report).toEqual(['left']);
    expect(one.watched()).toEqual([]);
  });

  it('as asked for, is kept', async () => {
    const one = await begin({ limits: { ...limits, keepLastAttempt: true } });
    for (const id of ['alpha', 'beta']) one.world.clouds.set(id, { create: 'fail' });
    await one.run();
    expect(standing(one)).toEqual(['inf-2']);
    await one.pass(40 * day, hour);
    expect(standing(one)).toEqual(['inf-2']);
  });
});

describe('infrastructures of others', () => {
  it('are never touched, whatever their names are and whoever made them', async () => {
    const one = await begin();
    const { id } = one.deployment;
    const other = id.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    const names = [
      `toscanini-${other}-1`,
      `toscanini-${id}-10`,
      `toscanini-${id}-2`,
      `toscanini-${id}`,
      `other-${id}-1`,
      'web',
    ];
    one.world.clouds.set('alpha', { create: 'late', lateSeconds: 400 });
    await one.run();
    one.world.clouds.set('alpha', {});
    await strangers(one, names);
    await one.delete();
    await one.pass(2 * day, minute);
    expect(one.report.length).toBeGreaterThan(0);
    // and nothing else: what was this deployment's is gone
    expect(one.world.clouds.standing.map(({ name }) => name)).toEqual(names);
  });

  it('are not even asked for while there is nothing to look for', async () => {
    const one = await begin();
    await one.run();
    one.world.clouds.list = async () => {
      throw new Error('nobody should ask');
    };
    await one.pass(hour);
  });
});

describe('a sweep', () => {
  it('waits while the Infrastructure Manager is away, and forgets nothing', async () => {
    const one = await begin();
    await one.run();
    one.world.clouds.set('alpha', { destroy: 'write-back', backSeconds: 30 });
    await one.delete();
    away(one, secondsOf(one), 3 * day, { destroy: 'write-back', backSeconds: 30 });
    await one.pass(3 * day, 5 * minute);
    expect(one.watched().map(({ looks }) => looks)).toEqual([0]);
    await one.pass(hour);
    expect(standing(one)).toEqual([]);
  });

  it('goes on with the others when one fails, and looks for that one again', async () => {
    const world = memoryWorld();
    const all = await Promise.all(Array.from({ length: 3 }, () => begin({}, world)));
    for (const one of all) await one.run();
    world.clouds.set('alpha', { destroy: 'write-back', backSeconds: 1 });
    for (const one of all) await one.delete();
    const { find } = world.deployments;
    const broken = all[1]?.deployment.id;
    const [first] = all as [Subject];
    first.ports.deployments.find = async (id) => {
      if (id === broken) throw new Error('DynamoDB is down');
      return find(id);
    };
    world.clock.advance(2 * minute);
    await expect(first.sweep()).rejects.toThrow('1 possible orphans could not be checked');
    first.ports.deployments.find = find;
    await first.pass(10 * minute);
    expect(world.clouds.standing).toEqual([]);
  });

  it('goes on with the other providers when one provider fails in an unexpected way, and tells of it', async () => {
    const world = memoryWorld();
    const one = await begin({}, world);
    await one.run();
    world.clouds.set('alpha', { create: 'fail' });
    const other = await begin({}, world);
    await other.run();
    for (const id of ['alpha', 'beta']) world.clouds.set(id, { destroy: 'write-back', backSeconds: 10 * minute });
    for (const each of [one, other]) await each.delete();
    const list = world.clouds.list.bind(world.clouds);
    world.clouds.list = async (providerId) => {
      if (providerId === 'alpha') throw new Error('the secret of alpha cannot be read');
      return list(providerId);
    };
    const failures: unknown[] = [];
    for (let passed = 0; passed < hour; passed += minute) {
      world.clock.advance(minute);
      await one.sweep().catch((error: AggregateError) => failures.push(...error.errors));
    }
    expect(new Set(failures.map(String))).toEqual(new Set(['Error: the secret of alpha cannot be read']));
    expect(world.clouds.standing.map(({ providerId }) => providerId)).toEqual(['alpha']);
    world.clouds.list = list;
    await one.pass(hour);
    expect(world.clouds.standing).toEqual([]);
  });

  it('gives up what no configured provider can tell of', async () => {
    const one = await begin();
    await one.run();
    await one.delete();
    const { get } = one.world.providers;
    one.world.providers.get = async () => get('nobody');
    await one.pass(3 * day, hour);
    expect(one.watched()).toEqual([]);
  });

  it('may die after any call: the next one goes on', async () => {
    const cuts = await everyCut(async (cut) => {
      const one = await begin();
      await one.run();
      one.world.clouds.set('alpha', { destroy: 'write-back', backSeconds: 1 });
      await one.delete();
      one.world.clock.advance(2 * minute);
      const { guarded, process } = killedAfter(one.world, cut);
      await sweepOrphans({ ...guarded, orphanReport: one.ports.orphanReport })().catch(() => undefined);
      if (!process.dead) return false;
      await one.pass(30 * hour, 5 * minute);
      expect(standing(one), `cut ${cut}`).toEqual([]);
      expect(one.watched(), `cut ${cut}`).toEqual([]);
      return true;
    });
    expect(cuts).toBeGreaterThan(1);
  });
});

describe('a deletion that dies anywhere', () => {
  it('leaves nothing that the sweep does not know of', async () => {
    const cuts = await everyCut(async (cut) => {
      const one = await begin();
      await one.run();
      one.world.clouds.set('alpha', { destroy: 'write-back', backSeconds: minute });
      const current = await one.now();
      if (current === undefined) throw new Error('there is nothing to delete');
      await deleteDeployment(one.world, current, { force: false });
      const operation = one.world.started.at(-1);
      if (operation === undefined || (await interrupted(one.world, operation, cut)) === undefined) return false;
      expect(await one.now(), `cut ${cut}`).toBeUndefined();
      await one.pass(30 * hour, 5 * minute);
      expect(standing(one), `cut ${cut}`).toEqual([]);
      return true;
    });
    expect(cuts).toBeGreaterThan(10);
  });
});
