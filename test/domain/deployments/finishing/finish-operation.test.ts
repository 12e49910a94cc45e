import { describe, expect, it } from 'vitest';
import { deleteDeployment } from '../../../../src/domain/deployments/accepting/delete.ts';
import { resetDeployment } from '../../../../src/domain/deployments/accepting/reset.ts';
import { finishOperation } from '../../../../src/domain/deployments/finishing/finish-operation.ts';
import type { Deployment, Status } from '../../../../src/domain/deployments/record/deployment.ts';
import type { Action, NodeState } from '../../../../src/domain/resources/resource.ts';
import { accepted, memoryWorld } from '../world.ts';

const action: Action = { id: 'one', type: 'stop', acceptedAt: '2026-11-20T12:00:00.000Z' };

/** A deployment that has ended so, whose two resources are in these states. */
const ended = async (status: Status, ...states: readonly NodeState[]) => {
  const world = memoryWorld();
  const { id, operation } = await accepted(world, { callback: 'https://receiver.example/hook' });
  const deployment = await world.deployments.record(id, operation.id, { status, statusReason: 'its own' });
  const both = await world.resources.all(id);
  await world.resources.put(both.map((one, index) => ({ ...one, state: states[index] ?? one.state })));
  return { world, deployment, left: () => world.resources.all(id), now: () => world.deployments.find(id) };
};

describe('an operation that has ended', () => {
  it.each(['CREATE_COMPLETE', 'CREATE_FAILED', 'DELETE_FAILED'] as const)(
    'leaves nothing under way: it is in ERROR with a reason, after %s',
    async (status) => {
      const { world, deployment, left, now } = await ended(status, 'STARTED', 'CREATING');
      expect(await finishOperation(world, deployment)).toBe(true);
      const [first, second] = await left();
      expect([first?.state, second?.state]).toEqual(['STARTED', 'ERROR']);
      expect(second?.metadata['StateReason']).toContain('the operation ended before');
      expect(await now()).toMatchObject({ ...deployment });
      expect(await finishOperation(world, deployment)).toBe(false);
      expect(await left()).toEqual([first, second]);
    },
  );

  it('leaves what an action has under way to that', async () => {
    const { world, deployment, left } = await ended('CREATE_COMPLETE', 'STARTED', 'STARTED');
    const [first] = await left();
    if (!first) throw new Error('the template makes two');
    await world.resources.put([{ ...first, state: 'STOPPING', action }]);
    expect(await finishOperation(world, deployment)).toBe(false);
    expect((await left())[0]?.state).toBe('STOPPING');
  });

  it('leaves what another operation has under way by now to that', async () => {
    const { world, deployment, left } = await ended('CREATE_COMPLETE', 'STARTED', 'STARTED');
    const all = world.resources.all;
    const resources = {
      ...world.resources,
      all: async (id: string) => {
        await deleteDeployment(world, deployment, { force: false });
        const both = await all(id);
        await world.resources.put(both.map((one) => ({ ...one, state: 'DELETING' as const })));
        return all(id);
      },
    };
    expect(await finishOperation({ ...world, resources }, deployment)).toBe(false);
    expect((await left()).map(({ state }) => state)).toEqual(['DELETING', 'DELETING']);
  });

  it('is told to its owner, once', async () => {
    const { world, deployment } = await ended('CREATE_COMPLETE', 'STARTED', 'STARTED');
    for (const _ of [1, 2]) await finishOperation(world, deployment);
    expect(new Set(world.notified)).toEqual(new Set([`${deployment.operation.id}-complete`]));
    expect(world.events.map(({ kind }) => kind)).toEqual(['COMPLETE']);
  });
});

describe('a reset that died right after it was accepted', () => {
  it('is finished: nothing is under way, and nobody is called back', async () => {
    const { world, deployment, left, now } = await ended('CREATE_COMPLETE', 'STARTED', 'STARTED');
    await deleteDeployment(world, deployment, { force: false });
    const deleting = (await now()) as Deployment;
    await world.resources.put((await left()).map((one) => ({ ...one, state: 'DELETING' as const })));
    const workflows = { ...world.workflows, stopOperation: () => Promise.reject(new Error('the process died')) };
    await expect(resetDeployment({ ...world, workflows }, deleting, 'DELETE_FAILED')).rejects.toThrow('died');
    expect(await finishOperation(world, (await now()) as Deployment)).toBe(true);
    expect((await left()).map(({ state }) => state)).toEqual(['ERROR', 'ERROR']);
    expect(world.notified).toEqual([]);
  });
});
