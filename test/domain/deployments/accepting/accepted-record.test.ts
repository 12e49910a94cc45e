/** What a creation, a deletion and a reset write into the record, and what they do when something comes between. */

import { describe, expect, it } from 'vitest';
import { createDeployment } from '../../../../src/domain/deployments/accepting/create.ts';
import { deleteDeployment, superseded } from '../../../../src/domain/deployments/accepting/delete.ts';
import { givenUp } from '../../../../src/domain/deployments/accepting/reset.ts';
import type { Deployment } from '../../../../src/domain/deployments/record/deployment.ts';
import { OperationSupersededError, UnavailableError } from '../../../../src/foundation/errors.ts';
import { accepted, limits, memoryWorld, template } from '../world.ts';

const owner = { issuer: 'https://issuer.example', subject: 'ann' };
const other = { issuer: 'https://issuer.example', subject: 'bob' };
const request = { template, parameters: {}, limits, owner };

describe('the record of a creation', () => {
  it('has no deadline without a timeout, and the timeout’s end with one', async () => {
    const world = memoryWorld();
    expect((await createDeployment(world, request)).operation).not.toHaveProperty('deadline');
    const timed = await createDeployment(world, { ...request, limits: { ...limits, timeoutMins: 90 } });
    expect(timed.operation.deadline).toBe('2026-11-20T13:30:00.000Z');
  });

  it('keeps where the request came from, if that is known', async () => {
    const world = memoryWorld();
    const origin = { serviceUrl: 'https://api.example' };
    expect((await createDeployment(world, { ...request, origin })).origin).toEqual(origin);
    expect(await createDeployment(world, request)).not.toHaveProperty('origin');
  });

  it('of an event names the event, and waits until its file is there', async () => {
    const world = memoryWorld();
    const made = await createDeployment(world, { ...request, eventId: 'event-1' });
    expect(made).toMatchObject({ task: 'DMS', operation: { eventId: 'event-1' } });
    expect(world.started).toEqual([]);
    const plain = await createDeployment(world, request);
    expect(plain.task).toBe('NONE');
    expect(plain.operation).not.toHaveProperty('eventId');
  });
});

describe('a creation', () => {
  it('keeps the owner’s token before anything can need it', async () => {
    const world = memoryWorld();
    const kept: [id: string, visible: boolean][] = [];
    const keep = async (id: string) => {
      kept.push([id, (await world.deployments.find(id)) !== undefined]);
    };
    const { id } = await createDeployment(world, {
      ...request,
      delegation: { token: async () => 'token', keep } as never,
    });
    expect(kept).toEqual([[id, false]]);
  });

  it('that a repeat has taken over makes nothing visible, and leaves all to the repeat', async () => {
    const world = memoryWorld();
    const ids = { deploymentId: 'the-id', operationId: 'operation', isHeld: async () => false };
    await expect(createDeployment(world, { ...request, ids })).rejects.toMatchObject({
      name: 'RequestInProgressError',
    });
    expect(world.stores.kept.deployments.size).toBe(0);
    expect([...world.stores.kept.files.keys()]).toHaveLength(2); // the template and its outline
  });

  it('whose start fails is no error if the workflow has started, and one if the deployment is gone', async () => {
    const world = memoryWorld();
    const lost = new UnavailableError('the answer was lost');
    const starting = (meanwhile: (id: string, operationId: string) => Promise<unknown>) => ({
      ...world,
      workflows: {
        ...world.workflows,
        startOperation: async ({ id, operation }: Deployment) => {
          await meanwhile(id, operation.id);
          throw lost;
        },
      },
    });
    const started = starting(async (id, operationId) => {
      await world.deployments.markStarted(id, operationId);
      await world.deployments.record(id, operationId, { task: 'BROKERING' });
    });
    expect((await createDeployment(started, request)).status).toBe('CREATE_IN_PROGRESS');
    const removed = starting((id, operationId) => world.deployments.remove(id, operationId));
    await expect(createDeployment(removed, request)).rejects.toBe(lost);
  });
});

describe('who asked', () => {
  const taken = [
    [
      'a deletion',
      (world: ReturnType<typeof memoryWorld>, one: Deployment, by?: typeof owner) =>
        superseded(world, one, 'next', { force: false, ...(by && { requestedBy: by }) }),
    ],
    [
      'a reset',
      (world: ReturnType<typeof memoryWorld>, one: Deployment, by?: typeof owner) =>
        givenUp(world, { ...one, status: 'DELETE_IN_PROGRESS' }, 'next', by),
    ],
  ] as const;

  it.each(taken)('for %s stands in its operation, if it is known', async (_, take) => {
    const world = memoryWorld();
    const deployment = await accepted(world);
    expect(take(world, deployment, other).operation).toMatchObject({ id: 'next', kind: 'DELETE', requestedBy: other });
    expect(take(world, deployment).operation).not.toHaveProperty('requestedBy');
  });

  it('a reset says so in its operation, and a deletion does not', async () => {
    const world = memoryWorld();
    const [[, deletion], [, reset]] = taken;
    const deployment = await accepted(world);
    expect(reset(world, deployment).operation).toEqual({
      ...{ id: 'next', kind: 'DELETE', reset: true, acceptedAt: '2026-11-20T12:00:00.000Z' },
    });
    expect(deletion(world, deployment).operation).toEqual({
      ...{ id: 'next', kind: 'DELETE', acceptedAt: '2026-11-20T12:00:00.000Z' },
    });
  });
});

describe('a deletion that removes at once', () => {
  const failing = async (error: Error) => {
    const world = memoryWorld();
    const deployment = await accepted(world);
    const deployments = { ...world.deployments, markRemoving: async () => Promise.reject(error) };
    return deleteDeployment({ ...world, deployments }, deployment, { force: false }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
  };

  it('is a conflict when a reset came between', async () => {
    const cause = new OperationSupersededError('another operation');
    expect(await failing(cause)).toMatchObject({ name: 'ConflictError', cause });
  });

  it('says every other error as it is', async () => {
    const error = new UnavailableError('no answer');
    expect(await failing(error)).toBe(error);
  });
});
