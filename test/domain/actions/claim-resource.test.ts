import { describe, expect, it } from 'vitest';
import { claimResource } from '../../../src/domain/actions/claim-resource.ts';
import type { Status } from '../../../src/domain/deployments/record/deployment.ts';
import type { Resource } from '../../../src/domain/resources/resource.ts';
import { ConflictError, UnavailableError } from '../../../src/foundation/errors.ts';
import { accepted, epoch, memoryWorld } from '../deployments/world.ts';

const now = new Date(epoch + 5_000).toISOString();

/** A resource that was seen in this state, and an order to stop it. */
const ordered = async (state: Resource['state'] = 'STARTED', status: Status = 'CREATE_COMPLETE') => {
  const world = memoryWorld();
  const { id: deploymentId, operation } = await accepted(world);
  await world.deployments.record(deploymentId, operation.id, { status });
  const [first] = await world.resources.all(deploymentId);
  if (!first) throw new Error('the template makes two');
  const seen: Resource = { ...first, state };
  await world.resources.put([seen]);
  world.clock.advance(5);
  const order = { deploymentId, resourceId: seen.id, actionId: 'a', type: 'stop', seenAt: seen.updatedAt } as const;
  return {
    ...{ world, seen, order },
    claim: (more: object = {}) => claimResource(world, { ...order, ...more } as never),
    now: () => world.resources.find(deploymentId, seen.id),
  };
};

const deploymentOf = async ({ world, seen }: Awaited<ReturnType<typeof ordered>>) => {
  const found = await world.deployments.find(seen.deploymentId);
  if (!found) throw new Error('it was accepted');
  return found;
};

describe('claimResource', () => {
  it('claims a resource that is as its owner saw it, once', async () => {
    const one = await ordered();
    const action = { id: 'a', type: 'stop', acceptedAt: now };
    const acted = { id: 'a', at: now, seenAt: one.seen.updatedAt };
    const claimed = { ...one.seen, state: 'STOPPING', stateSince: now, updatedAt: now, action, acted };
    expect(await one.claim()).toEqual(claimed);
    one.world.clock.advance(5);
    expect(await one.claim()).toEqual(claimed);
    expect(await one.now()).toEqual(claimed);
  });

  it.each([
    ['is in another state', {}, 'STOPPED'],
    ['has changed since', { seenAt: now }, 'STARTED'],
    ['is gone', { resourceId: 'gone' }, 'STARTED'],
  ] as const)('claims none that %s', async (_, more, state) => {
    const one = await ordered(state);
    const is = 'resourceId' in more ? 'gone' : state;
    await expect(one.claim(more)).rejects.toMatchObject({
      ...{ name: 'ConflictError', message: expect.stringContaining(`and is ${is} now`) },
    });
    expect(await one.now()).toEqual(one.seen);
  });

  it('finds its own claim where request and workflow make it at the same moment', async () => {
    const one = await ordered();
    const { replace } = one.world.resources;
    one.world.resources.replace = async (...given) => {
      await replace(...given);
      return replace(...given);
    };
    expect(await one.claim()).toMatchObject({ action: { id: 'a' } });
  });

  it('is refused where another action was faster', async () => {
    const one = await ordered();
    const { replace } = one.world.resources;
    one.world.resources.replace = async (seen, next) => {
      await replace(seen, { ...next, action: { id: 'b', type: 'stop', acceptedAt: now } });
      return replace(seen, next);
    };
    await expect(one.claim()).rejects.toBeInstanceOf(ConflictError);
    expect(await one.now()).toMatchObject({ action: { id: 'b' } });
  });

  it('gives the resource back where the deployment’s status allows no action', async () => {
    const one = await ordered('STARTED', 'UPDATE_IN_PROGRESS');
    await expect(one.claim()).rejects.toMatchObject({
      ...{ name: 'ConflictError', message: expect.stringContaining('the deployment is UPDATE_IN_PROGRESS') },
    });
    expect(await one.now()).toEqual({ ...one.seen, stateSince: now, updatedAt: now });
  });

  it('gives it back with the last action of before, also what the request has claimed', async () => {
    const one = await ordered();
    const acted = { id: 'before', at: '2026-01-01T00:00:00.000Z', seenAt: '2025-12-31T00:00:00.000Z' };
    await one.world.resources.put([{ ...one.seen, acted }]);
    expect(await one.claim()).toMatchObject({ acted: { id: 'a' } });
    const { operation, id } = await deploymentOf(one);
    await one.world.deployments.record(id, operation.id, { status: 'UPDATE_IN_PROGRESS' });
    await expect(one.claim()).rejects.toBeInstanceOf(ConflictError);
    expect(await one.now()).toMatchObject({ state: 'STARTED', acted });
    expect(await one.now()).not.toHaveProperty('action');
  });

  it('keeps its claim once the provider was asked', async () => {
    const one = await ordered('STARTED', 'UPDATE_IN_PROGRESS');
    const action = { id: 'a', type: 'stop', acceptedAt: now, askedAt: now } as const;
    await one.world.resources.put([{ ...one.seen, state: 'STOPPING', action }]);
    expect(await one.claim()).toMatchObject({ state: 'STOPPING', action });
  });

  it('is refused for a deployment that is gone, and gives back nothing that has changed', async () => {
    const one = await ordered();
    const { replace } = one.world.resources;
    one.world.deployments.find = async () => undefined;
    one.world.resources.replace = async (seen, next) => {
      if (next.action === undefined) throw new ConflictError('the resource changed since it was read');
      return replace(seen, next);
    };
    await expect(one.claim()).rejects.toMatchObject({ message: expect.stringContaining('the deployment is gone') });
    expect(await one.now()).toMatchObject({ state: 'STOPPING' });
  });

  it('says so when what it claimed cannot be given back', async () => {
    const one = await ordered('STARTED', 'UPDATE_IN_PROGRESS');
    const { replace } = one.world.resources;
    const away = new UnavailableError('DynamoDB');
    one.world.resources.replace = async (seen, next) => {
      if (next.action === undefined) throw away;
      return replace(seen, next);
    };
    await expect(one.claim()).rejects.toBe(away);
  });
});
