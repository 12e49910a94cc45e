import { describe, expect, it, vi } from 'vitest';
import { failEvent } from '../../../src/domain/schedules/fail-event.ts';
import type { EventChanges } from '../../../src/domain/schedules/ports.ts';
import { replicateFile } from '../../../src/domain/schedules/replicate-file.ts';
import type { Replica, ScheduleEvent } from '../../../src/domain/schedules/schedule.ts';
import { startEventDeployment } from '../../../src/domain/schedules/start-event-deployment.ts';
import { NotFoundError, ReplicationFailedError } from '../../../src/foundation/errors.ts';
import { accepted, memoryWorld } from '../deployments/world.ts';

vi.spyOn(console, 'log').mockReturnValue();

const replica = (element: string, changes: Partial<Replica> = {}): Replica => ({
  ...{ element, bucket: element.toLowerCase(), key: `toscanini-replicas/incoming/a` },
  ...changes,
});

/** An event whose deployment waits for its file. */
const waiting = async (changes: Partial<ScheduleEvent> = {}) => {
  const world = memoryWorld();
  const deployment = await accepted(world);
  const { id: deploymentId, operation } = deployment;
  await world.deployments.record(deploymentId, operation.id, { task: 'DMS' });
  let event: ScheduleEvent | undefined = {
    ...{ id: 'e', scheduleId: 's', scope: 'incoming', name: 'a', createdAt: '', updatedAt: '' },
    ...{ deploymentId, operationId: operation.id, replicationStatus: 'REPLICATING', ...changes },
  };
  const abandoned: string[] = [];
  const advanced: string[] = [];
  const told: (readonly [reason: string, schedule: object])[] = [];
  const ports = {
    ...world,
    scheduleEvents: {
      find: async () => event,
      change: async (_: string, written: EventChanges) => {
        if (event === undefined) throw new NotFoundError('there is no event e');
        event = { ...event, ...written };
        return event;
      },
      fail: async (_: ScheduleEvent, reason: string, schedule: object) => {
        if (event === undefined) throw new NotFoundError('there is no event e');
        event = { ...event, replicationStatus: 'STUCK', reason };
        told.push([reason, schedule]);
      },
    },
    schedules: { find: async () => ({ replicationExpression: '*', numberOfReplicas: 1 }) as object | undefined },
    fileConfiguration: { elements: [{ name: 'T1', bucket: 't1', attributes: {} }] },
    replicas: {
      abandon: async ({ element }: Replica) => void abandoned.push(element),
      advance: async (_: ScheduleEvent, current: Replica): Promise<Replica> => {
        advanced.push(current.element);
        return { ...current, done: true };
      },
    },
  };
  const ref = { eventId: 'e', deploymentId, operationId: operation.id };
  return {
    ...{ world, ports, told, abandoned, advanced, deployment },
    event: () => event,
    forget: () => {
      event = undefined;
    },
    now: () => world.deployments.find(deploymentId),
    replicate: () => replicateFile(ports as never)(ref),
    start: (replicated?: string) => startEventDeployment(ports)({ ...ref, replicated }),
    fail: (name: string, Cause = '') => failEvent(ports as never)({ ...ref, failure: { Error: name, Cause } }),
    overtake: async () => {
      const current = await world.deployments.find(deploymentId);
      if (current) await world.deployments.accept({ ...current, operation: { ...operation, id: 'newer' } });
    },
  };
};

describe('replicateFile', () => {
  it('makes one piece of one copy a call, and is over when all are there', async () => {
    const one = await waiting({ replicas: [replica('A', { done: true }), replica('B'), replica('C')] });
    await expect(one.replicate()).rejects.toMatchObject({
      name: 'NotReadyError',
      message: '2 of 3 replicas are there',
    });
    expect(one.event()).toMatchObject({ replicationStatus: 'REPLICATING' });
    await one.replicate();
    expect(one.advanced).toEqual(['B', 'C']);
    expect(one.event()).toMatchObject({ replicationStatus: 'OK' });
    const after = one.event();
    await one.replicate();
    expect(one.advanced).toHaveLength(2);
    expect(one.event()).toBe(after); // and it is not even written
  });

  it('chooses again where there were too few elements', async () => {
    const one = await waiting({ replicas: [] });
    await one.replicate();
    expect(one.event()?.replicas).toMatchObject([{ element: 'T1', done: true }]);
    const other = await waiting();
    other.ports.fileConfiguration.elements = [];
    await expect(other.replicate()).rejects.toMatchObject({ name: 'ReplicationFailedError' });
  });

  it('keeps what was copied when a copy fails', async () => {
    const one = await waiting({ replicas: [replica('A')] });
    one.ports.replicas.advance = () => Promise.reject(new ReplicationFailedError('the copy differs'));
    await expect(one.replicate()).rejects.toThrow('the copy differs');
    expect(one.event()?.replicas).toEqual([replica('A')]);
  });

  it.each([
    [{ reason: 'the copy differs' }, 'the copy differs'],
    [{}, 'replication was given up'],
  ])('goes on with nothing that was given up', async (changes, message) => {
    const one = await waiting({ replicationStatus: 'STUCK', replicas: [replica('A')], ...changes });
    await expect(one.replicate()).rejects.toMatchObject({ name: 'ReplicationFailedError', message });
    expect(one.advanced).toEqual([]);
  });

  it('ends when the schedule is gone with its events, or the deployment', async () => {
    const one = await waiting({ replicas: [] });
    one.ports.schedules.find = async () => undefined;
    await expect(one.replicate()).rejects.toThrow('the schedule was deleted');
    one.forget();
    await expect(one.replicate()).rejects.toThrow('the schedule was deleted');
    await one.overtake();
    await expect(one.replicate()).rejects.toMatchObject({ name: 'OperationSupersededError' });
  });
});

describe('replicateFile, when the schedule is deleted during a copy', () => {
  it('gives the unfinished copies up, which no record names any more', async () => {
    const one = await waiting({ replicas: [replica('A', { done: true }), replica('B'), replica('C')] });
    one.ports.replicas.advance = async (_, current) => {
      one.forget();
      return { ...current, upload: { id: 'u', sourceTag: '', parts: [] } };
    };
    await expect(one.replicate()).rejects.toMatchObject({
      name: 'ReplicationFailedError',
      message: 'the schedule was deleted while the file was being replicated',
    });
    expect(one.abandoned).toEqual(['B', 'C']);
  });
});

describe('startEventDeployment', () => {
  it('starts the deployment’s own workflow, unless it has ended or belongs to another operation', async () => {
    const one = await waiting();
    await one.start();
    expect(one.world.started.map(({ id }) => id)).toEqual([one.deployment.id]);
    await one.world.deployments.record(one.deployment.id, one.deployment.operation.id, { status: 'CREATE_FAILED' });
    await one.start();
    expect(one.world.started).toHaveLength(1);
    await one.overtake();
    await expect(one.start()).rejects.toMatchObject({ name: 'OperationSupersededError' });
    expect(one.world.started).toHaveLength(1);
  });
});

describe('startEventDeployment after a file that is not there yet', () => {
  it.each(['again', 'rest', 'ReplicationFailedError', 'interrupted'])('starts nothing: %s', async (replicated) => {
    const one = await waiting();
    await expect(one.start(replicated)).rejects.toMatchObject({ name: 'NotDoneError' });
    expect(one.world.started).toEqual([]);
    await one.start('done');
    expect(one.world.started).toHaveLength(1);
  });
});

describe('failEvent', () => {
  it('ends event and deployment with the reason, and gives unfinished copies up', async () => {
    const own = replica('B', { key: 'a' });
    const one = await waiting({ replicas: [replica('A', { done: true }), own, replica('C')] });
    await one.fail('ReplicationFailedError', 'the copy differs');
    expect(one.event()).toMatchObject({ replicationStatus: 'STUCK', reason: 'the copy differs' });
    expect(one.told).toEqual([['the copy differs', { replicationExpression: '*', numberOfReplicas: 1 }]]);
    // neither what is there, nor the file itself
    expect(one.abandoned).toEqual(['C']);
    expect(await one.now()).toMatchObject({ status: 'CREATE_FAILED' });
    expect(one.world.stores.kept.begun).toContain(one.deployment.operation.id);
  });

  it.each([
    ['OperationSupersededError', 'its deployment was deleted before the file was replicated'],
    ['InvalidError', 'why'],
    ['TooLargeError', 'why'],
    ['NotFoundError', 'why'],
    ['ForbiddenError', 'why'],
    ['TypeError', 'replication ended unexpectedly (TypeError); ask the operators of this service about event e'],
  ])('says after a %s: %s', async (name, reason) => {
    const one = await waiting();
    await one.fail(name, 'why');
    expect(one.event()?.reason).toBe(reason);
  });

  it('keeps the first reason, and finishes what a dead process left', async () => {
    const one = await waiting({ replicationStatus: 'STUCK', reason: 'the first', replicas: [replica('A')] });
    await one.fail('ReplicationFailedError', 'the second');
    expect(one.event()?.reason).toBe('the first');
    expect(one.told).toEqual([]);
    expect(one.abandoned).toEqual(['A']);
    expect(await one.now()).toMatchObject({ status: 'CREATE_FAILED' });
  });

  it.each([
    ['whose workflow has started', { task: 'BROKERING' }],
    ['that is complete', { status: 'CREATE_COMPLETE' }],
  ] as const)('leaves a deployment alone %s', async (_, changes) => {
    const one = await waiting({ replicationStatus: 'OK', replicas: [replica('A')] });
    const { id, operation } = one.deployment;
    const before = await one.world.deployments.record(id, operation.id, changes);
    await one.fail('States.Timeout');
    expect(await one.now()).toEqual(before);
    expect(one.abandoned).toEqual([]);
    expect(one.event()).toMatchObject({ replicationStatus: 'OK' });
  });

  it('leaves a deployment alone that belongs to another operation', async () => {
    const one = await waiting();
    await one.overtake();
    const before = await one.now();
    await one.fail('ReplicationFailedError', 'why');
    expect(await one.now()).toEqual(before);
  });

  it('says nothing of a file whose schedule is gone', async () => {
    const one = await waiting();
    one.ports.schedules.find = async () => undefined;
    await one.fail('ReplicationFailedError', 'the copy differs');
    expect(one.event()).toMatchObject({ replicationStatus: 'STUCK', reason: 'the copy differs' });
    expect(one.told).toEqual([]);
  });

  it('ends the deployment of an event that went with its schedule', async () => {
    const one = await waiting();
    one.forget();
    await one.fail('ReplicationFailedError', 'the schedule was deleted');
    expect(await one.now()).toMatchObject({ status: 'CREATE_FAILED' });
    const other = await waiting();
    const event = other.event();
    other.ports.scheduleEvents.find = async () => {
      other.forget();
      return event;
    };
    await other.fail('ReplicationFailedError', 'the schedule was deleted');
    expect(await other.now()).toMatchObject({ status: 'CREATE_FAILED' });
  });
});
