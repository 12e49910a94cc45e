import { describe, expect, it } from 'vitest';
import { deleteDeployment } from '../../../../src/domain/deployments/accepting/delete.ts';
import { resetDeployment } from '../../../../src/domain/deployments/accepting/reset.ts';
import { removeDeployment } from '../../../../src/domain/deployments/deleting/remove-deployment.ts';
import { failOperation } from '../../../../src/domain/deployments/finishing/fail-operation.ts';
import { startOperations } from '../../../../src/domain/deployments/finishing/start-operations.ts';
import type { Attempt } from '../../../../src/domain/deployments/record/attempt.ts';
import type { Deployment } from '../../../../src/domain/deployments/record/deployment.ts';
import { ConflictError, UnavailableError } from '../../../../src/foundation/errors.ts';
import { everyCut, killedAfter } from '../../../statemachines/interruption.ts';
import { attempting } from '../attempting/attempting.ts';
import { accepted, memoryWorld } from '../world.ts';

type World = ReturnType<typeof memoryWorld>;

const callback = 'https://receiver.example/hook';
const force = { force: false };

/** A deployment whose deletion has nothing left to do but to forget it, as its owner sees it. */
const leaving = async (deletion: { readonly force: boolean } = force) => {
  const world = memoryWorld();
  const deployment = await accepted(world, { callback });
  await deleteDeployment(world, deployment, deletion);
  const seen = world.started[0] as Deployment;
  return { world, seen, ref: refOf(seen) };
};

const refOf = ({ id, operation }: Deployment) => ({ deploymentId: id, operationId: operation.id });

const removeIn = (world: World, deployment: Deployment) =>
  removeDeployment(world)({ ...refOf(deployment), silently: false });

/** Whether the owner, who sees `seen`, may give the deletion up. */
const reset = async (world: World, seen: Deployment): Promise<boolean> => {
  try {
    await resetDeployment(world, seen, 'DELETE_FAILED');
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(ConflictError);
    return false;
  }
};

const expectWhole = async (world: World, { id }: Deployment) => {
  const kept = await world.deployments.find(id);
  expect(kept).toMatchObject({ status: 'DELETE_FAILED' });
  expect(await world.files.getTemplate(id, kept?.templateOf ?? '')).toContain('tosca_definitions_version');
  expect(await world.resources.all(id)).toHaveLength(2);
  expect(world.notified).toEqual([]);
};

const expectNothing = ({ stores: { kept } }: World) => {
  const files = [...kept.files.keys()].filter((name) => !name.startsWith('notifications/'));
  expect([kept.deployments.size, kept.resources.size, kept.attempts.size, files]).toEqual([0, 0, 0, []]);
};

describe('removeDeployment, when its process dies', () => {
  it('keeps the deployment whole for a reset, or refuses that, wherever it was cut', async () => {
    const resets: boolean[] = [];
    await everyCut(async (cut) => {
      const { world, seen } = await leaving();
      const { guarded, process } = killedAfter(world, cut);
      await removeDeployment(guarded)({ ...refOf(seen), silently: false }).catch(() => undefined);
      const current = await world.deployments.find(seen.id);
      if (current === undefined) return process.dead;
      // the owner has read it before
      const wasReset = await reset(world, seen);
      resets.push(wasReset);
      if (wasReset) await expectWhole(world, seen);
      return process.dead;
    });
    expect(new Set(resets)).toEqual(new Set([true, false]));
    expect(resets).toEqual(resets.toSorted().reverse());
  });

  it('is finished by a repeat, which tells of it once and in the same words', async () => {
    const cuts = await everyCut(async (cut) => {
      const { world, seen } = await leaving();
      const { guarded, process } = killedAfter(world, cut);
      await removeDeployment(guarded)({ ...refOf(seen), silently: false }).catch(() => undefined);
      const [before] = notifications(world);
      world.clock.advance(5);
      await removeIn(world, seen);
      expectNothing(world);
      expect(world.notified).toHaveLength(1);
      if (before !== undefined) expect(notifications(world)).toEqual([before]);
      return process.dead;
    });
    expect(cuts).toBeGreaterThan(6);
  });
});

describe('a deletion within the request, when its process dies', () => {
  it('leaves all or is carried on by sweep-workflows, wherever it was cut', async () => {
    const cuts = await everyCut(async (cut) => {
      const world = memoryWorld();
      const deployment = await accepted(world);
      const { guarded, process } = killedAfter(world, cut);
      await deleteDeployment({ ...guarded, ids: world.ids }, deployment, force).catch(() => undefined);
      world.clock.advance(61);
      await startOperations(world)();
      const current = await world.deployments.find(deployment.id);
      // a client that repeats its request when nothing came of it
      if (current?.operation.kind === 'CREATE') await deleteDeployment(world, current, force);
      for (const started of world.started) if (started.operation.kind === 'DELETE') await removeIn(world, started);
      expectNothing(world);
      return process.dead;
    });
    expect(cuts).toBeGreaterThan(6);
  });

  it('keeps the deployment whole for a reset, or refuses that, wherever it was cut', async () => {
    await everyCut(async (cut) => {
      const world = memoryWorld();
      const deployment = await accepted(world);
      const { guarded, process } = killedAfter(world, cut);
      await deleteDeployment(guarded, deployment, force).catch(() => undefined);
      const current = await world.deployments.find(deployment.id);
      if (current?.operation.kind !== 'DELETE') return process.dead;
      if (await reset(world, current)) await expectWhole(world, current);
      return process.dead;
    });
  });
});

describe('a deletion that fails after it began to forget', () => {
  const failed = async () => {
    const { world, seen, ref } = await leaving();
    const { remove } = world.files;
    world.files.remove = async () => {
      throw new UnavailableError('S3 did not answer');
    };
    await expect(removeIn(world, seen)).rejects.toThrow(UnavailableError);
    await failOperation(world)({ ...ref, failure: { Error: 'UnavailableError', Cause: 'S3 did not answer' } });
    world.files.remove = remove;
    return { world, now: async () => (await world.deployments.find(seen.id)) as Deployment };
  };

  it('can be asked for again', async () => {
    const { world, now } = await failed();
    expect(await now()).toMatchObject({ status: 'DELETE_FAILED' });
    await deleteDeployment(world, await now(), force);
    await removeIn(world, await now());
    expectNothing(world);
  });

  it('cannot be given up after that either: some of it may be gone', async () => {
    const { world, now } = await failed();
    await deleteDeployment(world, await now(), force);
    await expect(resetDeployment(world, await now(), 'DELETE_FAILED')).rejects.toThrow('about to be removed');
  });
});

describe('removeDeployment', () => {
  it('reports the deletion to the receiver of the callback, unless it is to be silent', async () => {
    const { world, ref } = await leaving();
    await removeDeployment(world)({ ...ref, silently: true });
    expectNothing(world);
    expect(world.notified).toEqual([]);
    const other = await leaving();
    await removeIn(other.world, other.seen);
    expect(other.world.notified).toEqual([`${other.seen.operation.id}-complete`]);
    expect(notifications(other.world)).toEqual([expect.stringContaining('DELETE_COMPLETE')]);
  });

  it('reports a forced deletion like any other', async () => {
    const { world, seen } = await leaving({ force: true });
    await removeIn(world, seen);
    expectNothing(world);
    expect(world.notified).toEqual([`${seen.operation.id}-complete`]);
    expect(notifications(world)).toEqual([expect.stringContaining('DELETE_COMPLETE')]);
  });

  it('changes nothing where the deployment is gone already', async () => {
    const { world, seen } = await leaving();
    await removeIn(world, seen);
    world.notified.length = 0;
    await removeIn(world, seen);
    expect(world.notified).toEqual([]);
  });

  it('stops when another operation has taken over', async () => {
    const { world, seen } = await leaving();
    await world.deployments.supersede(seen, { ...seen, operation: { ...seen.operation, id: 'next' } });
    await expect(removeIn(world, seen)).rejects.toMatchObject({ name: 'OperationSupersededError' });
    expect(world.stores.kept.deployments.size).toBe(1);
  });

  it('marks the deployment once', async () => {
    const { world, seen, ref } = await leaving();
    await world.deployments.markRemoving(ref.deploymentId, ref.operationId);
    world.deployments.markRemoving = () => Promise.reject(new Error('it is marked already'));
    await removeIn(world, seen);
    expectNothing(world);
  });

  it('has the sweep of orphans look, a minute later, for what an attempt may have left', async () => {
    const one = await attempting();
    const { world } = one;
    await one.begun({ infrastructureId: 'inf-1', state: 'DESTROYED' });
    const [first] = await world.attempts.list(one.deployment.id);
    const refused = { number: 2, state: 'DESTROYED', reason: 'no such image' } as const;
    if (first) await world.attempts.findOrCreate({ ...withoutInfrastructure(first), ...refused });
    const from: Date[] = [];
    const { register } = world.orphans;
    world.orphans.register = (orphans, at) => {
      from.push(at);
      return register(orphans, at);
    };
    await removeDeployment(world)({ ...one.ref, silently: true });
    const due = await world.orphans.due(new Date(world.clock.now().getTime() + 3_600_000), 10);
    expect(due.map(({ number, infrastructureId }) => [number, infrastructureId])).toEqual([[1, 'inf-1']]);
    expect(from).toEqual([new Date(world.clock.now().getTime() + 60_000)]);
  });

  it('has it look for nothing where no attempt may have left anything', async () => {
    const { world, seen } = await leaving();
    world.orphans.register = () => Promise.reject(new Error('there is nothing to look for'));
    await removeIn(world, seen);
    expectNothing(world);
  });
});

const withoutInfrastructure = ({ infrastructureId: _, ...attempt }: Attempt): Attempt => attempt;

const notifications = ({ stores }: World): readonly string[] =>
  [...stores.kept.files].filter(([name]) => name.startsWith('notifications/')).map(([, text]) => text);
