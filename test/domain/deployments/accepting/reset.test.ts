import { describe, expect, it } from 'vitest';
import { deleteDeployment } from '../../../../src/domain/deployments/accepting/delete.ts';
import { resetDeployment } from '../../../../src/domain/deployments/accepting/reset.ts';
import { beginDeletion } from '../../../../src/domain/deployments/deleting/begin-deletion.ts';
import { settleOperation } from '../../../../src/domain/deployments/finishing/settle-operation.ts';
import { startOperations } from '../../../../src/domain/deployments/finishing/start-operations.ts';
import type { Deployment } from '../../../../src/domain/deployments/record/deployment.ts';
import { failedInProgress } from '../../../../src/domain/resources/states.ts';
import {
  ConflictError,
  InvalidError,
  NotFoundError,
  OperationSupersededError,
} from '../../../../src/foundation/errors.ts';
import { noChecks } from '../../../support/no-checks.ts';
import { accepted, memoryWorld } from '../world.ts';

/** A deployment whose deletion has begun. */
const deleting = async () => {
  const world = memoryWorld();
  const deployment = await accepted(world, { callback: 'https://receiver.example/hook' });
  await deleteDeployment(world, deployment, { force: false });
  const seen = world.started[0] as Deployment;
  return { world, seen, now: () => world.deployments.find(seen.id) };
};

describe('resetDeployment', () => {
  it('gives the deletion up, says so, and stops its workflow', async () => {
    const { world, seen, now } = await deleting();
    await resetDeployment(world, seen, 'DELETE_FAILED');
    expect(await now()).toMatchObject({ status: 'DELETE_FAILED', task: 'NONE' });
    expect((await now())?.statusReason).toContain('reset by request');
    expect(world.stopped.at(-1)).toEqual(seen);
  });

  it('stops the execution that works now, also when the sweep has resumed the deletion meanwhile', async () => {
    const { world, seen } = await deleting();
    await world.deployments.interrupt(seen, { times: 1, by: 'Lambda.Unknown', at: seen.updatedAt });
    await resetDeployment(world, seen, 'DELETE_FAILED');
    expect(world.stopped.at(-1)).toMatchObject({ operation: { id: seen.operation.id, interrupted: { times: 1 } } });
  });

  it('is refused once the deletion has begun to remove the record, and stops nothing', async () => {
    const { world, seen, now } = await deleting();
    await world.deployments.markRemoving(seen.id, seen.operation.id);
    const leaving = (await now()) as Deployment;
    const stopped = world.stopped.length;
    // also for an owner who read it before
    for (const read of [leaving, seen]) {
      await expect(resetDeployment(world, read, 'DELETE_FAILED')).rejects.toMatchObject({
        ...{ name: 'ConflictError', message: expect.stringContaining('can no longer be reset') },
      });
    }
    expect(await now()).toEqual(leaving);
    expect(world.stopped).toHaveLength(stopped);
  });

  it('leaves no resource under way, and overrules nobody who has taken one over', async () => {
    const { world, seen } = await deleting();
    const [first, second] = await world.resources.all(seen.id);
    if (!first || !second) throw new Error('the template makes two');
    await world.resources.put([
      { ...first, state: 'STOPPED' },
      { ...second, state: 'DELETING' },
    ]);
    const replace = world.resources.replace;
    await resetDeployment(world, seen, 'DELETE_FAILED');
    expect((await world.resources.all(seen.id)).map(({ state }) => state)).toEqual(['STOPPED', 'ERROR']);
    await world.resources.put([{ ...second, state: 'DELETING' }]);
    const raced = {
      ...world.resources,
      replace: async (...given: Parameters<typeof replace>) => {
        await world.resources.remove(seen.id);
        return replace(...given);
      },
    };
    await failedInProgress(raced, seen.id, world.clock.now());
    expect(await world.resources.all(seen.id)).toEqual([]);
  });

  it('has the last word on resources that the deletion shows as going at the same moment', async () => {
    const { world, seen } = await deleting();
    const { put } = world.resources;
    const resources = {
      ...world.resources,
      put: async (...given: Parameters<typeof put>) => {
        await resetDeployment(world, seen, 'DELETE_FAILED');
        return put(...given);
      },
    };
    await beginDeletion({ ...world, resources })({ deploymentId: seen.id, operationId: seen.operation.id });
    const states = (await world.resources.all(seen.id)).map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(['ERROR']));
  });

  it('leaves the old workflow nothing to write', async () => {
    const { world, seen } = await deleting();
    await resetDeployment(world, seen, 'DELETE_FAILED');
    const late = world.deployments.record(seen.id, seen.operation.id, { status: 'DELETE_FAILED' });
    await expect(late).rejects.toThrow(OperationSupersededError);
    await expect(world.deployments.remove(seen.id, seen.operation.id)).rejects.toThrow(OperationSupersededError);
  });

  it('starts nothing, neither then nor a minute later, and is not ended by the end of the old workflow', async () => {
    const { world, seen, now } = await deleting();
    await resetDeployment(world, seen, 'DELETE_FAILED');
    world.clock.advance(120);
    await startOperations(world)();
    expect(world.started).toEqual([seen]);
    await settleOperation({ ...world, ...noChecks, resumptions: 8 }, seen, { state: 'ABORTED' });
    expect((await now())?.statusReason).toContain('reset by request');
  });

  it('calls nobody back', async () => {
    const { world, seen } = await deleting();
    await resetDeployment(world, seen, 'DELETE_FAILED');
    expect(world.notified).toEqual([]);
  });

  it('bears a write of the running deletion in between', async () => {
    const { world, seen, now } = await deleting();
    await world.deployments.record(seen.id, seen.operation.id, { task: 'DEPLOYER' });
    await resetDeployment(world, seen, 'DELETE_FAILED');
    expect(await now()).toMatchObject({ status: 'DELETE_FAILED', task: 'NONE' });
  });

  it('lets it be deleted again', async () => {
    const { world, seen, now } = await deleting();
    await resetDeployment(world, seen, 'DELETE_FAILED');
    await deleteDeployment(world, (await now()) as Deployment, { force: false });
    expect(await now()).toMatchObject({ status: 'DELETE_IN_PROGRESS' });
    expect((await now())?.statusReason).toBeUndefined();
  });

  it.each(['CREATE_COMPLETE', 'DELETE_IN_PROGRESS', 'delete_failed', ''])('refuses the status %j', async (status) => {
    const { world, seen } = await deleting();
    await expect(resetDeployment(world, seen, status)).rejects.toThrow(InvalidError);
  });

  it('refuses where no deletion is in progress, and where there is nothing any more', async () => {
    const { world, seen } = await deleting();
    const failed = await world.deployments.record(seen.id, seen.operation.id, { status: 'DELETE_FAILED' });
    await expect(resetDeployment(world, failed, 'DELETE_FAILED')).rejects.toThrow(ConflictError);
    await expect(resetDeployment(world, seen, 'DELETE_FAILED')).rejects.toThrow(ConflictError);
    await world.deployments.remove(seen.id, seen.operation.id);
    await expect(resetDeployment(world, seen, 'DELETE_FAILED')).rejects.toThrow(NotFoundError);
  });
});
