/** A deployment whose provider is gone is made anew at the next one: docs/decisions/0089. */

import { describe, expect, it } from 'vitest';
import { silentLog } from '../domain/orphans/sweep-world.ts';
import { interrupted, killedAfter, someCuts } from './interruption.ts';
import { gone, placesOf, swept } from './moving.ts';
import { scenarioOf, statesOf } from './scenario.ts';

describe('a move', () => {
  it('makes all of it at the next provider, and leaves what stood to the sweep', async () => {
    const one = await gone();
    const before = await one.world.resources.all(one.deployment.id);
    const accepted = await one.move();
    expect(accepted).toMatchObject({ status: 'UPDATE_IN_PROGRESS', providerId: 'alpha', infrastructureId: 'inf-1' });
    expect(await one.run(accepted)).toMatchObject({ status: 'SUCCEEDED' });
    const done = await one.now();
    expect(done).toMatchObject({ status: 'UPDATE_COMPLETE', providerId: 'beta', infrastructureId: 'inf-2' });
    expect(done?.remains).toMatchObject({ providerId: 'alpha', infrastructureId: 'inf-1', attempt: 1 });
    expect(done?.templateOf).toBe(accepted.operation.id);
    expect(placesOf(one)).toEqual(['alpha inf-1', 'beta inf-2']);
    const after = await one.world.resources.all(one.deployment.id);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after.every(({ formerly, madeBy }) => formerly === undefined && madeBy === accepted.operation.id)).toBe(
      true,
    );
    expect(await statesOf(one)).toEqual({ web: 'STARTED', db: 'STARTED' });
    expect(one.world.notified).toHaveLength(2);
  });

  it('has what stood destroyed as soon as its provider answers, and not before', async () => {
    const one = await gone();
    await one.run(await one.move());
    await swept(one);
    expect(placesOf(one)).toEqual(['alpha inf-1', 'beta inf-2']);
    expect((await one.now())?.remains).toBeDefined();
    one.world.clouds.set('alpha', {});
    await swept(one);
    expect(placesOf(one)).toEqual(['beta inf-2']);
    expect(await one.now()).not.toHaveProperty('remains');
    expect((await one.world.attempts.list(one.deployment.id)).map(({ state }) => state)).toEqual([
      'DESTROYED',
      'COMPLETE',
    ]);
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE', providerId: 'beta' });
  });

  it.each(['refuse', 'fail', 'unconfigured'] as const)(
    'leaves all as it was when no other provider can take it (%s)',
    async (create) => {
      const one = await gone({ limits: { providerTimeoutMins: 60, keepLastAttempt: true } });
      const [before, resources] = [await one.now(), await one.world.resources.all(one.deployment.id)];
      one.world.clouds.set('beta', { create });
      await one.run(await one.move());
      const after = await one.now();
      expect(after).toMatchObject({
        ...{ status: 'UPDATE_FAILED', providerId: 'alpha', infrastructureId: 'inf-1' },
        ...{ templateOf: before?.templateOf, outputs: before?.outputs },
        statusReason: expect.stringMatching(/it has not moved, and stays at provider alpha/),
      });
      expect(after?.provider).toEqual(before?.provider);
      expect(after).not.toHaveProperty('remains');
      expect(placesOf(one)).toEqual(['alpha inf-1']);
      const bare = (all: typeof resources) => all.map(({ updatedAt: _, stateSince: __, ...rest }) => rest);
      expect(bare(await one.world.resources.all(one.deployment.id))).toEqual(bare(resources));
      one.world.clouds.set('beta', {});
      await one.run(await one.move());
      expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE', providerId: 'beta' });
    },
  );

  it('is deleted with all that it has at both providers', async () => {
    const one = await gone();
    await one.run(await one.move());
    one.world.clouds.set('alpha', {});
    await one.delete();
    expect(await one.now()).toBeUndefined();
    expect(placesOf(one)).toEqual([]);
  });

  it('is deleted by force at any time, and nothing is left once its old provider answers again', async () => {
    const one = await gone();
    silentLog();
    await one.run(await one.move());
    await one.delete({ force: true });
    expect(await one.now()).toBeUndefined();
    expect(placesOf(one)).toEqual(['alpha inf-1']);
    one.world.clouds.set('alpha', {});
    await swept(one);
    expect(placesOf(one)).toEqual([]);
  });

  it('is deleted with both while it moves, wherever the move has come to', async () => {
    await someCuts(async (cut) => {
      const one = await gone();
      const { guarded, process } = killedAfter(one.world, cut);
      await scenarioOf(guarded, await one.move())
        .run()
        .catch(() => undefined);
      one.world.clouds.set('alpha', {});
      await one.delete();
      expect(await one.now(), `cut ${cut}`).toBeUndefined();
      await swept(one);
      expect(placesOf(one), `cut ${cut}`).toEqual([]);
      return process.dead;
    });
  });

  it('can be updated where it is now, while the old one still stands', async () => {
    const one = await gone();
    await one.run(await one.move());
    const text = await one.world.files.getTemplate(one.deployment.id, (await one.now())?.templateOf ?? '');
    await one.run(await one.update(text));
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE', providerId: 'beta', remains: { attempt: 1 } });
    await expect(one.move()).rejects.toThrow(/an earlier move has left at provider alpha/);
  });

  it('moves on, and back, once nothing is left of the move before', async () => {
    const one = await gone();
    await one.run(await one.move());
    one.world.clouds.set('alpha', {});
    await swept(one);
    one.world.clouds.set('beta', { outage: { from: 0, to: Number.POSITIVE_INFINITY } });
    await one.run(await one.move());
    expect(await one.now()).toMatchObject({ providerId: 'alpha', infrastructureId: 'inf-3', remains: { attempt: 2 } });
    one.world.clouds.set('beta', {});
    await swept(one);
    expect(placesOf(one)).toEqual(['alpha inf-3']);
    expect(await one.now()).not.toHaveProperty('remains');
  });

  it('ends at one place, wherever the process was cut, and leaves one thing to destroy', async () => {
    const cuts = await someCuts(async (cut) => {
      const one = await gone();
      const ran = await interrupted(one.world, await one.move(), cut);
      if (!ran) return false;
      expect(await one.now(), `cut ${cut}`).toMatchObject({
        ...{ status: 'UPDATE_COMPLETE', providerId: 'beta' },
        remains: { providerId: 'alpha', infrastructureId: 'inf-1' },
      });
      expect(placesOf(one), `cut ${cut}`).toEqual(['alpha inf-1', 'beta inf-2']);
      expect(await statesOf(one), `cut ${cut}`).toEqual({ web: 'STARTED', db: 'STARTED' });
      one.world.clouds.set('alpha', {});
      await swept(one);
      expect(placesOf(one), `cut ${cut}`).toEqual(['beta inf-2']);
      expect(await one.now(), `cut ${cut}`).not.toHaveProperty('remains');
      return true;
    });
    expect(cuts).toBeGreaterThan(20);
  });

  it('has everything as before, wherever a process was cut whose move fails', async () => {
    await someCuts(async (cut) => {
      const one = await gone({ limits: { providerTimeoutMins: 60, keepLastAttempt: false } });
      one.world.clouds.set('beta', { create: 'fail' });
      const resources = await one.world.resources.all(one.deployment.id);
      const ran = await interrupted(one.world, await one.move(), cut);
      if (!ran) return false;
      expect(await one.now(), `cut ${cut}`).toMatchObject({
        status: 'UPDATE_FAILED',
        providerId: 'alpha',
        infrastructureId: 'inf-1',
      });
      const ids = (all: typeof resources) => all.map(({ id, physicalId, state }) => [id, physicalId, state]);
      expect(ids(await one.world.resources.all(one.deployment.id)), `cut ${cut}`).toEqual(ids(resources));
      await swept(one);
      expect(placesOf(one), `cut ${cut}`).toEqual(['alpha inf-1']);
      return true;
    });
  });
});
