import { describe, expect, it } from 'vitest';
import { supersede } from '../../../../src/domain/deployments/accepting/supersede.ts';
import type { Deployment } from '../../../../src/domain/deployments/record/deployment.ts';
import { ConflictError, UnavailableError } from '../../../../src/foundation/errors.ts';
import { accepted, memoryWorld } from '../world.ts';

const nextOf = (current: Deployment): Deployment => ({
  ...current,
  operation: { id: 'next', kind: 'DELETE', acceptedAt: current.updatedAt },
});

/** A deployment that `write` changes before each of the next `times` tries. */
const written = async (times: number, write?: (world: ReturnType<typeof memoryWorld>) => Promise<unknown>) => {
  const world = memoryWorld();
  const seen = await accepted(world);
  const { supersede: give } = world.deployments;
  let tries = 0;
  const record = () => {
    world.clock.advance(1);
    return world.deployments.record(seen.id, seen.operation.id, { task: 'DEPLOYER' });
  };
  world.deployments.supersede = async (...given) => {
    tries += 1;
    if (tries <= times) await (write ?? record)(world);
    return give(...given);
  };
  return { world, seen, tries: () => tries, now: () => world.deployments.find(seen.id) };
};

describe('supersede', () => {
  it('gives the deployment to the next operation', async () => {
    const one = await written(0);
    expect(await supersede(one.world, one.seen, nextOf)).toEqual({ before: one.seen, next: nextOf(one.seen) });
    expect(await one.now()).toEqual(nextOf(one.seen));
  });

  it('decides anew on what the running workflow has written meanwhile', async () => {
    const one = await written(3);
    const { before, next: superseding } = await supersede(one.world, one.seen, nextOf);
    expect(before).toMatchObject({ task: 'DEPLOYER', operation: one.seen.operation });
    expect(superseding).toMatchObject({ task: 'DEPLOYER', operation: { id: 'next' } });
    expect(await one.now()).toEqual(superseding);
    expect(one.tries()).toBe(4);
  });

  it('is a conflict when the workflow writes before each of twenty tries', async () => {
    const one = await written(19);
    expect(await supersede(one.world, one.seen, nextOf)).toMatchObject({ next: { operation: { id: 'next' } } });
    const other = await written(20);
    await expect(supersede(other.world, other.seen, nextOf)).rejects.toBeInstanceOf(ConflictError);
    expect(other.tries()).toBe(20);
  });

  it('is refused at once for a client that means this version only', async () => {
    const one = await written(1);
    await expect(supersede(one.world, one.seen, nextOf, true)).rejects.toMatchObject({
      ...{ name: 'PreconditionFailedError', cause: { name: 'ConflictError' } },
    });
    expect((await one.now())?.operation).toEqual(one.seen.operation);
  });

  it('does not take the deployment from a newer operation', async () => {
    const one = await written(1, async ({ stores: { kept } }) => {
      for (const [id, deployment] of kept.deployments) {
        kept.deployments.set(id, { ...deployment, operation: { ...deployment.operation, id: 'newer' } });
      }
    });
    await expect(supersede(one.world, one.seen, nextOf)).rejects.toBeInstanceOf(ConflictError);
    expect((await one.now())?.operation.id).toBe('newer');
    expect(one.tries()).toBe(1);
  });

  it('finds no deployment that was deleted meanwhile', async () => {
    const one = await written(1, async ({ stores: { kept } }) => kept.deployments.clear());
    await expect(supersede(one.world, one.seen, nextOf)).rejects.toMatchObject({ name: 'NotFoundError' });
  });

  it('ends when its status no longer allows it', async () => {
    const one = await written(1);
    const next = (current: Deployment): Deployment => {
      if (current.task === 'DEPLOYER') throw new ConflictError('too late');
      return nextOf(current);
    };
    await expect(supersede(one.world, one.seen, next)).rejects.toThrow('too late');
  });

  it('does not try again when the table does not answer', async () => {
    const one = await written(9, () => Promise.reject(new UnavailableError('DynamoDB does not answer')));
    await expect(supersede(one.world, one.seen, nextOf)).rejects.toBeInstanceOf(UnavailableError);
    expect(one.tries()).toBe(1);
  });
});
