import { describe, expect, it } from 'vitest';
import { deleteDeployment } from '../../../../src/domain/deployments/accepting/delete.ts';
import { resetDeployment } from '../../../../src/domain/deployments/accepting/reset.ts';
import { startOperations } from '../../../../src/domain/deployments/finishing/start-operations.ts';
import type { Deployment } from '../../../../src/domain/deployments/record/deployment.ts';
import { ConflictError, NotFoundError, UnavailableError } from '../../../../src/foundation/errors.ts';
import { accepted, memoryWorld } from '../world.ts';

const force = { force: false };

const attemptOf = ({ id, operation }: Deployment) => ({
  deploymentId: id,
  operationId: operation.id,
  number: 1,
  providerId: 'alpha',
  state: 'SUBMITTING' as const,
  startedAt: operation.acceptedAt,
  deadline: operation.acceptedAt,
  last: false,
  logged: {},
});

describe('deleteDeployment', () => {
  it('removes at once what never had an infrastructure, and stops its workflow', async () => {
    const world = memoryWorld();
    const deployment = await accepted(world);
    await deleteDeployment(world, deployment, force);
    const { kept } = world.stores;
    expect([kept.deployments.size, kept.resources.size, kept.files.size]).toEqual([0, 0, 0]);
    expect(world.stopped).toEqual([deployment]);
    expect(world.started).toEqual([]);
  });

  it('goes through the workflow when there is a receiver to tell', async () => {
    const world = memoryWorld();
    await deleteDeployment(world, await accepted(world, { callback: 'https://x.example/' }), force);
    expect(world.started).toMatchObject([{ status: 'DELETE_IN_PROGRESS', operation: { kind: 'DELETE' } }]);
  });

  it('tells that receiver of a forced deletion too', async () => {
    const world = memoryWorld();
    const deployment = await accepted(world, { callback: 'https://x.example/' });
    await deleteDeployment(world, deployment, { force: true });
    expect(await world.deployments.find(deployment.id)).toBeDefined();
    expect(world.started).toMatchObject([{ id: deployment.id, operation: { kind: 'DELETE', force: true } }]);
  });

  it('counts a provider that may have been asked as an infrastructure', async () => {
    const world = memoryWorld();
    const deployment = await accepted(world);
    await world.attempts.findOrCreate(attemptOf(deployment));
    await deleteDeployment(world, deployment, { force: true });
    expect(world.started).toMatchObject([
      { id: deployment.id, task: 'NONE', operation: { kind: 'DELETE', force: true } },
    ]);
  });

  it('stops the execution that works now, also when the sweep has resumed the operation meanwhile', async () => {
    const world = memoryWorld();
    const seen = await accepted(world);
    await world.deployments.interrupt(seen, { times: 1, by: 'Lambda.Unknown', at: seen.updatedAt });
    await deleteDeployment(world, seen, force);
    expect(world.stopped).toMatchObject([{ operation: { id: seen.operation.id, interrupted: { times: 1 } } }]);
  });

  it('takes no notice of attempts that are destroyed', async () => {
    const world = memoryWorld();
    const deployment = await accepted(world);
    await world.attempts.findOrCreate({ ...attemptOf(deployment), state: 'DESTROYED' });
    await deleteDeployment(world, deployment, force);
    expect(world.stores.kept.deployments.size).toBe(0);
  });

  it('forgets the reason of an earlier failure', async () => {
    const world = memoryWorld();
    const { id, operation } = await accepted(world, { callback: 'https://x.example/' });
    const failed = await world.deployments.record(id, operation.id, { status: 'CREATE_FAILED', statusReason: 'why' });
    await deleteDeployment(world, failed, force);
    expect(await world.deployments.find(id)).not.toHaveProperty('statusReason');
  });

  it('refuses a second deletion', async () => {
    const world = memoryWorld();
    const deployment = await accepted(world, { callback: 'https://x.example/' });
    await deleteDeployment(world, deployment, force);
    const deleting = (await world.deployments.find(deployment.id)) ?? deployment;
    await expect(deleteDeployment(world, deleting, force)).rejects.toBeInstanceOf(ConflictError);
    await expect(deleteDeployment(world, deployment, force)).rejects.toBeInstanceOf(ConflictError);
  });

  it('is a conflict when the deletion is reset while it is under way, and keeps what belongs to the record', async () => {
    const world = memoryWorld();
    const deployment = await accepted(world);
    world.workflows.stopOperation = async ({ id }) => {
      world.workflows.stopOperation = async () => undefined;
      const deleting = await world.deployments.find(id);
      if (deleting) await resetDeployment(world, deleting, 'DELETE_FAILED');
    };
    await expect(deleteDeployment(world, deployment, force)).rejects.toBeInstanceOf(ConflictError);
    expect(await world.deployments.find(deployment.id)).toMatchObject({ status: 'DELETE_FAILED' });
    expect(await world.resources.all(deployment.id)).not.toEqual([]);
  });

  it('is not put off by what the running workflow writes meanwhile', async () => {
    const world = memoryWorld();
    const deployment = await accepted(world);
    const { id, operation } = deployment;
    await world.deployments.record(id, operation.id, { status: 'CREATE_COMPLETE' });
    await deleteDeployment(world, deployment, force);
    expect(world.stores.kept.deployments.size).toBe(0);
  });

  it.each(['stopOperation', 'startOperation'] as const)('is carried on later when %s fails', async (method) => {
    const world = memoryWorld();
    const deployment = await accepted(world, { callback: 'https://x.example/' });
    const real = world.workflows[method];
    world.workflows[method] = async () => {
      throw new UnavailableError('Step Functions did not answer');
    };
    await expect(deleteDeployment(world, deployment, force)).rejects.toBeInstanceOf(UnavailableError);
    expect(await world.deployments.find(deployment.id)).toMatchObject({ status: 'DELETE_IN_PROGRESS' });
    world.workflows[method] = real;
    world.clock.advance(61);
    await startOperations(world)();
    expect(world.started).toMatchObject([{ id: deployment.id, operation: { kind: 'DELETE' } }]);
  });

  it('says so when the deployment is gone', async () => {
    const world = memoryWorld();
    const deployment = await accepted(world);
    await world.deployments.remove(deployment.id, deployment.operation.id);
    await expect(deleteDeployment(world, deployment, force)).rejects.toBeInstanceOf(NotFoundError);
  });
});
