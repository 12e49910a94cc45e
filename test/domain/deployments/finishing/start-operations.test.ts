import { describe, expect, it, vi } from 'vitest';
import { startOperations } from '../../../../src/domain/deployments/finishing/start-operations.ts';
import { accepted, memoryWorld } from '../world.ts';

describe('startOperations', () => {
  it('starts all it can, and says how many it could not', async () => {
    const world = memoryWorld();
    const first = await accepted(world);
    const second = await accepted(world);
    world.clock.advance(61);
    const start = world.workflows.startOperation;
    world.workflows.startOperation = async (deployment) => {
      if (deployment.id === first.id) throw new Error('it did not answer');
      return start(deployment);
    };
    await expect(startOperations(world)()).rejects.toThrow('1 operations could not be started');
    expect(world.started).toEqual([second]);
  });

  it('leaves alone what a workflow has begun', async () => {
    const world = memoryWorld();
    const { id, operation } = await accepted(world);
    await world.deployments.markStarted(id, operation.id);
    world.clock.advance(3600);
    await startOperations(world)();
    expect(world.started).toEqual([]);
  });

  it('leaves a workflow a minute to start what was accepted', async () => {
    const world = memoryWorld();
    const deployment = await accepted(world);
    world.clock.advance(60);
    await startOperations(world)();
    expect(world.started).toEqual([]);
    world.clock.advance(1);
    await startOperations(world)();
    expect(world.started).toEqual([deployment]);
  });

  it('leaves a deployment that waits for its file to the workflow of the event', async () => {
    const world = memoryWorld();
    const { id, operation } = await accepted(world);
    await world.deployments.record(id, operation.id, { task: 'DMS' });
    world.clock.advance(61);
    await startOperations(world)();
    expect(world.started).toEqual([]);
  });

  it('says in the log which operation it started, and for which request', async () => {
    const lines = vi.spyOn(console, 'log').mockReturnValue();
    const world = memoryWorld();
    const [first, second] = [await accepted(world), await accepted(world)];
    const operation = { ...first.operation, requestId: 'r' };
    world.stores.kept.deployments.set(first.id, { ...first, operation });
    world.clock.advance(61);
    await startOperations(world)();
    const logged = lines.mock.calls.map(([line]) => JSON.parse(`${line}`) as Record<string, unknown>);
    expect(logged).toMatchObject([
      { deploymentId: first.id, operationId: first.operation.id, originRequestId: 'r' },
      { deploymentId: second.id, operationId: second.operation.id },
    ]);
    expect(logged[1]).not.toHaveProperty('originRequestId');
    lines.mockRestore();
  });
});
