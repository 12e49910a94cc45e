import { describe, expect, it } from 'vitest';
import { deleteDeployment } from '../../src/domain/deployments/accepting/delete.ts';
import { resetDeployment } from '../../src/domain/deployments/accepting/reset.ts';
import type { Deployment } from '../../src/domain/deployments/record/deployment.ts';
import type { World } from '../domain/deployments/world.ts';
import {
  contend,
  grown,
  inAnyOrder,
  nodesOf,
  nothingIsLeft,
  type Order,
  oneEach,
  put,
  race,
  remove,
  shrunk,
  sorted,
  stop,
} from './race.ts';

/** What holds of requests that meet, over whatever stores; `numRuns` orders of the steps of each pair. */
export const describeRaces = (makeWorld: () => World, numRuns: number): void => {
  const any = (check: (order: Order) => Promise<void>, most?: number) => inAnyOrder(numRuns, check, most);

  describe('requests at the same moment, in any order of their steps', () => {
    it('of two updates one wins', () =>
      any(async (order) => {
        const { one, outcomes } = await race(makeWorld, order, (given) => [put(given, grown), put(given, shrunk)]);
        expect(sorted(outcomes)).toEqual(oneEach);
        expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
        expect(nodesOf(one)).toEqual(outcomes[0] === 'accepted' ? ['web', 'db', 'cache'] : ['web']);
        expect(await one.world.resources.all(one.deployment.id)).toHaveLength(nodesOf(one).length);
      }));

    it('of an update and a deletion one wins', () =>
      any(async (order) => {
        const { one, outcomes } = await race(makeWorld, order, (given) => [put(given, grown), remove(given)]);
        expect(sorted(outcomes)).toEqual(oneEach);
        if (outcomes[1] === 'accepted') return nothingIsLeft(one);
        expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
        expect(nodesOf(one)).toEqual(['web', 'db', 'cache']);
      }));

    it('of two deletions one wins', () =>
      any(async (order) => {
        const { one, outcomes } = await race(makeWorld, order, (given) => [remove(given), remove(given)]);
        expect(sorted(outcomes)).toEqual(oneEach);
        await nothingIsLeft(one);
      }));

    it('of two actions one wins', () =>
      any(async (order) => {
        const { one, outcomes, web } = await race(makeWorld, order, (given) => [stop(given), stop(given)]);
        expect(sorted(outcomes)).toEqual(oneEach);
        expect(await one.world.resources.find(web.deploymentId, web.id)).toMatchObject({ state: 'STOPPED' });
        expect(one.world.clouds.operated).toEqual(['stop 0']);
      }));

    it('an action never keeps a deletion from its work', () =>
      any(async (order) => {
        const { one, outcomes } = await race(makeWorld, order, (given) => [stop(given), remove(given)]);
        expect(outcomes[1]).toBe('accepted');
        await nothingIsLeft(one);
      }, 20));

    it('an update and an action do not meet on a machine', () =>
      any(async (order) => {
        const { one, web } = await race(makeWorld, order, (given) => [put(given, grown), stop(given)]);
        expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
        const after = await one.world.resources.find(web.deploymentId, web.id);
        expect(after).toMatchObject({ state: one.world.clouds.operated.length === 1 ? 'STOPPED' : 'STARTED' });
        expect(after?.action).toBeUndefined();
      }, 40));
  });

  describe('at any moment of a workflow', () => {
    it('a deletion overtakes an update and leaves nothing', () =>
      any(async (order) => {
        const { one } = await race(makeWorld, order, (given) => {
          const later = async () => {
            const current = await given.world.deployments.find(given.seen.id);
            return contend(given, () => deleteDeployment(given.world, current as Deployment, { force: false }));
          };
          return [put(given, grown), later];
        });
        if (await one.now()) await one.delete();
        await nothingIsLeft(one);
      }, 60));

    it('a reset and the end of the deletion leave a deployment that can be deleted, or none', () =>
      any(async (order) => {
        const { one, outcomes } = await race(makeWorld, order, (given) => {
          const reset = async () => {
            const current = await given.world.deployments.find(given.seen.id);
            if (current === undefined) return 'refused' as const;
            return contend(given, () => resetDeployment(given.world, current, 'DELETE_FAILED'));
          };
          return [remove(given), reset];
        });
        const after = await one.now();
        if (outcomes[0] === 'accepted')
          expect(after?.status).toBe(outcomes[1] === 'accepted' ? 'DELETE_FAILED' : undefined);
        // what is kept is kept whole, and its owner was not told that it went
        if (after) expect(await one.world.files.getTemplate(after.id, after.templateOf)).not.toBe('');
        if (after) await one.delete();
        await nothingIsLeft(one);
      }, 60));
  });
};
