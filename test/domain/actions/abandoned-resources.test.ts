import { describe, expect, it } from 'vitest';
import { failAbandonedResources } from '../../../src/domain/actions/abandoned-resources.ts';
import type { Resource } from '../../../src/domain/resources/resource.ts';
import { reasonKey } from '../../../src/domain/resources/states.ts';
import { attempting } from '../deployments/attempting/attempting.ts';
import { computeResource } from '../resources/compute-resource.ts';

const left = async (changes: Partial<Resource>) => {
  const one = await attempting();
  const { world, deployment } = one;
  world.clock.advance(60);
  const [{ id } = { id: '' }] = await world.resources.all(deployment.id);
  await world.resources.put([computeResource(id, 'server', { deploymentId: deployment.id, ...changes })]);
  const find = async () => (await world.resources.all(deployment.id)).find((resource) => resource.id === id);
  return { ...one, fail: () => failAbandonedResources(world, deployment), find };
};

describe('resources of an operation that has ended', () => {
  it.each(['CREATING', 'CONFIGURING', 'DELETING'] as const)(
    'in the state %s are in ERROR, with the reason',
    async (state) => {
      const one = await left({ state });
      expect(await one.fail()).toBe(1);
      expect(await one.find()).toMatchObject({
        state: 'ERROR',
        metadata: { [reasonKey]: expect.stringContaining('the operation ended before this resource was ready') },
      });
      expect(await one.fail()).toBe(0);
    },
  );

  it.each(['STARTED', 'STOPPED', 'ERROR'] as const)('in the state %s stay as they are', async (state) => {
    const one = await left({ state });
    const before = await one.find();
    expect(await one.fail()).toBe(0);
    expect(await one.find()).toEqual(before);
  });

  it('with an action are left to the sweep of actions', async () => {
    const one = await left({
      state: 'STOPPING',
      action: { id: 'a', type: 'stop', acceptedAt: '2026-11-20T12:00:00.000Z' },
    });
    expect(await one.fail()).toBe(0);
    expect((await one.find())?.state).toBe('STOPPING');
  });

  it('belong to a newer operation when one has taken the deployment over', async () => {
    const one = await left({ state: 'CREATING' });
    await one.overtake();
    expect(await one.fail()).toBe(0);
    expect((await one.find())?.state).toBe('CREATING');
  });

  it('stay as they are where the deployment is gone meanwhile', async () => {
    const one = await left({ state: 'CREATING' });
    one.world.deployments.find = async () => undefined;
    expect(await one.fail()).toBe(0);
    expect((await one.find())?.state).toBe('CREATING');
  });
});
