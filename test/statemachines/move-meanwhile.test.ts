/** What else happens while a deployment moves, and while something is left where it was: docs/decisions/0089. */

import { describe, expect, it, vi } from 'vitest';
import type { Submission } from '../../src/domain/deployers/planner.ts';
import { submitAttempt } from '../../src/domain/deployments/attempting/submit-attempt.ts';
import { failOperation } from '../../src/domain/deployments/finishing/fail-operation.ts';
import type { Deployment } from '../../src/domain/deployments/record/deployment.ts';
import type { Resource } from '../../src/domain/resources/resource.ts';
import { NotFoundError, OperationSupersededError } from '../../src/foundation/errors.ts';
import type { World } from '../domain/deployments/world.ts';
import { silentLog } from '../domain/orphans/sweep-world.ts';
import { killedAfter } from './interruption.ts';
import { gone, placesOf, swept } from './moving.ts';
import { inputOf, scenarioOf } from './scenario.ts';

describe('a move', () => {
  const failure = { Error: 'InterruptedError', Cause: 'somebody has stopped it' };
  const bare = ({ updatedAt: _, stateSince: __, ...rest }: Resource) => rest;

  it('stays where it was when it has failed before a provider answers', async () => {
    const one = await gone();
    const resources = await one.world.resources.all(one.deployment.id);
    const ref = inputOf(await one.move());
    const deployerOf = (id: string) => {
      const beta = one.world.deployerOf(id);
      const create = async (order: Submission) => {
        const made = await beta.create(order);
        await failOperation(one.world)({ ...ref, failure });
        return made;
      };
      return { ...beta, create };
    };
    const attempt = { number: 2, providerId: 'beta', last: true };
    const late = submitAttempt({ ...one.world, deployerOf })({ ...ref, attempt });
    await expect(late).rejects.toThrow(OperationSupersededError);
    expect(await one.now()).toMatchObject({ status: 'UPDATE_FAILED', providerId: 'alpha', infrastructureId: 'inf-1' });
    expect((await one.world.resources.all(one.deployment.id)).map(bare)).toEqual(resources.map(bare));
    await swept(one);
    expect(placesOf(one)).toEqual(['alpha inf-1']);
  });

  it('stays where it was when it has failed while another process completes it', async () => {
    const one = await gone();
    const resources = await one.world.resources.all(one.deployment.id);
    const accepted = await one.move();
    const register: World['orphans']['register'] = async (...given) => {
      await one.world.orphans.register(...given);
      await failOperation(one.world)({ ...inputOf(accepted), failure });
    };
    await scenarioOf({ ...one.world, orphans: { ...one.world.orphans, register } }, accepted).run();
    expect(await one.now()).toMatchObject({ status: 'UPDATE_FAILED', providerId: 'alpha', infrastructureId: 'inf-1' });
    expect(await one.now()).not.toHaveProperty('remains');
    expect((await one.world.resources.all(one.deployment.id)).map(bare)).toEqual(resources.map(bare));
    one.world.clouds.set('alpha', {});
    await swept(one);
    expect(placesOf(one)).toEqual(['alpha inf-1']);
  });

  it('keeps what is in force when it was completed while another process fails it', async () => {
    const one = await gone();
    const accepted = await one.move();
    const { deployments, orphans } = one.world;
    const completed = Promise.withResolvers<void>();
    const undone = Promise.withResolvers<void>();
    const record: typeof deployments.record = async (...given) => {
      undone.resolve();
      await completed.promise;
      return deployments.record(...given);
    };
    let failing: Promise<unknown> = Promise.resolve();
    const register: typeof orphans.register = async (...given) => {
      await orphans.register(...given);
      const late = failOperation({ ...one.world, deployments: { ...deployments, record } });
      failing = expect(late({ ...inputOf(accepted), failure })).rejects.toThrow(OperationSupersededError);
      await undone.promise;
    };
    await scenarioOf({ ...one.world, orphans: { ...orphans, register } }, accepted).run();
    completed.resolve();
    await failing;
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE', providerId: 'beta', infrastructureId: 'inf-2' });
    await swept(one);
    expect(placesOf(one)).toEqual(['alpha inf-1', 'beta inf-2']);
    one.world.clouds.set('alpha', {});
    await swept(one);
    expect(placesOf(one)).toEqual(['beta inf-2']);
  });

  it('has nothing left to wait for once its old provider is no longer configured, and may move again', async () => {
    const one = await gone();
    await one.run(await one.move());
    const get: World['providers']['get'] = async (id) => {
      if (id === 'alpha') throw new NotFoundError('no such provider');
      return one.world.providers.get(id);
    };
    await swept({ ...one, world: { ...one.world, providers: { ...one.world.providers, get } } });
    expect(await one.now()).not.toHaveProperty('remains');
    const left = one.world.events.filter(({ message }) =>
      /inf-1, which a move has left at provider alpha/.test(message),
    );
    expect(left).toHaveLength(1);
    expect(await one.move()).toMatchObject({ status: 'UPDATE_IN_PROGRESS', providerId: 'beta' });
    one.world.clouds.set('alpha', {});
    await one.delete();
    expect(placesOf(one)).toEqual([]);
  });

  it('waits for what an old provider refuses to destroy for a month, and not for ever', async () => {
    const one = await gone();
    await one.run(await one.move());
    one.world.clouds.set('alpha', { destroy: 'refuse' });
    silentLog();
    await swept(one, Array(25).fill(1500));
    expect((await one.now())?.remains).toBeDefined();
    const alarm = vi.fn();
    await swept(one, Array(15).fill(1500), alarm);
    expect(await one.now()).not.toHaveProperty('remains');
    expect(alarm).toHaveBeenCalledOnce();
  });

  it('has nothing left, wherever the sweep was cut', async () => {
    for (let cut = 1, isCut = true; isCut; cut += 1) {
      const one = await gone();
      await one.run(await one.move());
      one.world.clouds.set('alpha', {});
      one.world.clock.advance(120);
      const { guarded, process } = killedAfter(one.world, cut);
      await swept({ ...one, world: guarded }).catch(() => undefined);
      isCut = process.dead;
      await swept(one);
      expect(placesOf(one), `cut ${cut}`).toEqual(['beta inf-2']);
      expect(await one.now(), `cut ${cut}`).not.toHaveProperty('remains');
      const states = (await one.world.attempts.list(one.deployment.id)).map(({ state }) => state);
      expect(states, `cut ${cut}`).toEqual(['DESTROYED', 'COMPLETE']);
    }
  });

  it.each([
    ['runs', { runs: { workflow: 'tell' } }, true],
    ['repairs', { repairs: [] }, true],
    ['brings another template', {}, false],
  ] as const)('begins after an operation failed that %s: %o %s', async (_, part, begins) => {
    const one = await gone();
    const seen = (await one.now()) as Deployment;
    const operation = { ...seen.operation, ...part, id: one.world.ids.next(), kind: 'UPDATE' } as const;
    await one.world.deployments.supersede(seen, { ...seen, status: 'UPDATE_FAILED', operation });
    const moved = one.move();
    if (begins) expect(await moved).toMatchObject({ status: 'UPDATE_IN_PROGRESS' });
    else await expect(moved).rejects.toThrow(/the last update failed/);
  });
});
