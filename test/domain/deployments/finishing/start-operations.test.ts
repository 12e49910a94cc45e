import { describe, expect, it } from 'vitest';
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
});
