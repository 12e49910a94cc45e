import { describe, expect, it } from 'vitest';
import { createDeployment } from '../../../../src/domain/deployments/accepting/create.ts';
import { deleteDeployment } from '../../../../src/domain/deployments/accepting/delete.ts';
import { removeDeployment } from '../../../../src/domain/deployments/deleting/remove-deployment.ts';
import { removeFiles } from '../../../../src/domain/deployments/record/remove-files.ts';
import { deleteSchedule } from '../../../../src/domain/schedules/change-schedule.ts';
import { createSchedule } from '../../../../src/domain/schedules/create-schedule.ts';
import type { Schedule } from '../../../../src/domain/schedules/schedule.ts';
import { UnavailableError } from '../../../../src/foundation/errors.ts';
import { accepted, limits, memoryWorld, template, type World } from '../world.ts';

const owner = { issuer: 'https://issuer.example', subject: 'user' };
const down = () => Promise.reject(new UnavailableError('it does not answer'));

/** A world that notes what is revoked and removed; `fails` removals are refused first. */
const noting = (fails = 0) => {
  const done: string[] = [];
  const world = memoryWorld();
  let left = fails;
  const { remove } = world.files;
  world.files.remove = async (id) => {
    done.push('remove');
    left -= 1;
    return left >= 0 ? down() : remove(id);
  };
  return {
    done,
    world: { ...world, delegations: { ...world.delegations, revoke: async () => void done.push('revoke') } },
  };
};

const stores = {
  schedules: { markRemoving: async () => undefined, remove: async () => undefined, create: down },
  scheduleIndex: { counts: async () => new Map() },
  scheduleEvents: { startRemoval: async () => undefined, removeAll: async () => true },
  fileConfiguration: { elements: [], buckets: ['incoming'], readers: {} },
};

const removals: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  'a refused creation': (world) => {
    world.workflows.startOperation = down;
    return createDeployment(world, { template, parameters: {}, limits, owner }).catch(() => undefined);
  },
  'a deletion at once': async (world) => deleteDeployment(world, await accepted(world), { force: false }),
  'a deletion by its workflow': async (world) => {
    const { id, operation } = await accepted(world);
    await removeDeployment(world)({ deploymentId: id, operationId: operation.id, silently: true });
  },
  'a refused creation of a schedule': (world) => {
    const request = { template, parameters: {}, limits, fileExpression: 'incoming:*', numberOfReplicas: 0 };
    const caller = { ...owner, isAdministrator: false };
    return createSchedule({ ...world, ...stores } as never, request as never, caller).catch(() => undefined);
  },
  'a deletion of a schedule': (world) =>
    deleteSchedule({ ...world, ...stores } as never, { id: 'schedule' } as Schedule),
};

describe('the files of a deployment or a schedule', () => {
  it.each(Object.entries(removals))('are removed right after the token among them is revoked: %s', async (_, act) => {
    const { world, done } = noting();
    await act(world);
    expect(done).toEqual(['revoke', 'remove']);
  });

  it('are removed by a repeat that revokes again', async () => {
    const { world, done } = noting(1);
    await expect(removeFiles(world, 'd')).rejects.toThrow(UnavailableError);
    await removeFiles(world, 'd');
    expect(done).toEqual(['revoke', 'remove', 'revoke', 'remove']);
  });
});
