import { describe, expect, it, vi } from 'vitest';
import type { ExecutionState } from '../../../src/domain/deployments/record/ports.ts';
import { checkSoon } from '../../../src/domain/schedules/check-soon.ts';
import { replicaPrefix, type ScheduleEvent } from '../../../src/domain/schedules/schedule.ts';
import { UnavailableError } from '../../../src/foundation/errors.ts';
import { sweptWorld } from '../deployments/swept.ts';
import { accepted, epoch } from '../deployments/world.ts';

/** A deployment that waits for its file, and the event that it is of; both are due. */
const waiting = async (changes: Partial<ScheduleEvent> = {}) => {
  const swept = sweptWorld();
  const { world } = swept;
  const made = await accepted(world);
  const { id, operation } = made;
  const waits = { ...made, task: 'DMS', operation: { ...operation, eventId: 'event' } } as const;
  await world.deployments.supersede(made, waits);
  const deployment = await world.deployments.record(id, operation.id, {});
  const event: ScheduleEvent = {
    ...{ id: 'event', scheduleId: 'schedule', scope: 'incoming', name: 'file', replicationStatus: 'REPLICATING' },
    ...{ createdAt: made.createdAt, updatedAt: made.createdAt, deploymentId: id, operationId: operation.id },
    ...{ replicas: [{ element: 'one', bucket: 'one', key: `${replicaPrefix}file` }] },
    ...changes,
  };
  await swept.operation(deployment);
  await swept.event(event);
  const stand = (fire: ExecutionState, own: ExecutionState) => {
    swept.states.set(`event ${operation.id}`, fire);
    swept.states.set(operation.id, own);
  };
  const now = async () => ({ deployment: await world.deployments.find(id), event: swept.kept.get('event') });
  return { ...swept, add: swept.operation, id, operation, event, stand, now };
};

describe('an event whose workflow is dead', () => {
  it('goes on in another execution, and its deployment waits', async () => {
    const one = await waiting();
    one.stand('FAILED', 'UNKNOWN');
    await one.sweep();
    const { deployment, event } = await one.now();
    expect(deployment).toMatchObject({ status: 'CREATE_IN_PROGRESS', task: 'DMS' });
    expect(event).toMatchObject({
      replicationStatus: 'REPLICATING',
      interrupted: { times: 1, by: 'Lambda.ServiceException' },
    });
    expect(one.fired).toEqual([event]);
    expect([one.abandoned, one.world.started]).toEqual([[], []]);
    expect([one.events.places.size, one.operations.places.size]).toEqual([1, 1]);
    expect([one.sweptSoFar(), one.resumedSoFar()]).toEqual([0, 1]);
  });

  it('is STUCK when it was cut off too often; its deployment fails, and what was copied in part is given up', async () => {
    const one = await waiting({ interrupted: { times: 2, by: 'Lambda.Unknown' } });
    one.states.set(`event ${one.operation.id}-r2`, 'TIMED_OUT');
    await one.sweep();
    const { deployment, event } = await one.now();
    expect(deployment).toMatchObject({ status: 'CREATE_FAILED' });
    expect(event).toMatchObject({ replicationStatus: 'STUCK' });
    expect(event?.reason).toContain('Execution.TIMED_OUT');
    expect(one.abandoned).toHaveLength(1);
    expect([one.events.places.size, one.operations.places.size]).toEqual([0, 0]);
    expect(one.sweptSoFar()).toBe(1);
  });

  it('is left in peace, and its deployment too, while it runs', async () => {
    const one = await waiting();
    one.stand('RUNNING', 'UNKNOWN');
    await one.sweep();
    expect(await one.now()).toMatchObject({
      deployment: { status: 'CREATE_IN_PROGRESS' },
      event: { replicationStatus: 'REPLICATING' },
    });
    expect(one.asked).not.toContain(one.operation.id);
    expect(one.events.places.get('event')?.at).toEqual(new Date(epoch + 3_600_000));
  });

  it('that was STUCK already is tidied up after, and not counted', async () => {
    const one = await waiting({ replicationStatus: 'STUCK', reason: 'no element has room' });
    one.stand('FAILED', 'UNKNOWN');
    await one.sweep();
    expect((await one.now()).deployment).toMatchObject({
      status: 'CREATE_FAILED',
      statusReason: 'no element has room',
    });
    expect([one.abandoned.length, one.sweptSoFar(), one.events.places.size]).toEqual([1, 0, 0]);
  });

  it('leaves a deployment without one, when it died after the file was there: that is started', async () => {
    const one = await waiting({ replicationStatus: 'OK' });
    one.stand('FAILED', 'UNKNOWN');
    await one.sweep();
    expect(await one.now()).toMatchObject({
      deployment: {
        status: 'CREATE_IN_PROGRESS',
        operation: { interrupted: { times: 1, by: 'Lambda.ServiceException' } },
      },
      event: { replicationStatus: 'OK' },
    });
    expect(one.world.started.map(({ id }) => id)).toEqual([one.id]);
    expect([one.resumedSoFar(), one.fired]).toEqual([1, []]);
  });

  it('is not dead when it has handed over: the deployment’s own workflow runs', async () => {
    const one = await waiting({ replicationStatus: 'OK' });
    one.stand('SUCCEEDED', 'RUNNING');
    await one.sweep();
    expect((await one.now()).deployment).toMatchObject({ status: 'CREATE_IN_PROGRESS' });
    expect([one.world.started, one.resumedSoFar()]).toEqual([[], 0]);
  });

  it('may hand over between the two questions', async () => {
    const one = await waiting({ replicationStatus: 'OK' });
    one.stand('RUNNING', 'UNKNOWN');
    const { ofEvent } = one.ports.executions;
    one.ports.executions.ofEvent = async (name) => {
      one.stand('SUCCEEDED', 'RUNNING');
      return ofEvent(name);
    };
    await one.sweep();
    expect((await one.now()).deployment).toMatchObject({ status: 'CREATE_IN_PROGRESS' });
  });

  it('says nothing bad of a deployment that was started and is complete', async () => {
    const one = await waiting({ replicationStatus: 'OK' });
    await one.world.deployments.record(one.id, one.operation.id, { status: 'CREATE_COMPLETE', task: 'NONE' });
    const input = { eventId: 'event', deploymentId: one.id, operationId: one.operation.id };
    const detail = { name: one.operation.id, status: 'FAILED', input: JSON.stringify(input) };
    await checkSoon(one.ports)({ detail });
    await one.sweep();
    expect(one.world.events).toEqual([]);
    expect([one.world.notified, one.sweptSoFar()]).toEqual([[], 0]);
  });
});

describe('a deployment whose file is not there', () => {
  const isNotStarted = async (one: Awaited<ReturnType<typeof waiting>>, why: string) => {
    expect(one.world.started).toEqual([]);
    expect((await one.now()).deployment).toMatchObject({ status: 'CREATE_FAILED', statusReason: why });
  };

  it('fails while a storage element is away, whose uploads cannot be ended; those are tried again', async () => {
    const one = await waiting({ replicationStatus: 'STUCK', reason: 'no element has room' });
    one.stand('FAILED', 'UNKNOWN');
    one.ports.replicas.abandon = () => Promise.reject(new UnavailableError('S3 did not answer'));
    await expect(one.sweep()).rejects.toThrow('some workflows could not be checked');
    await isNotStarted(one, 'no element has room');
    expect(one.events.places.size).toBe(1);
  });

  it('fails although its event, which is STUCK, is checked only in an hour', async () => {
    const one = await waiting({ replicationStatus: 'STUCK', reason: 'no element has room' });
    one.stand('FAILED', 'UNKNOWN');
    await one.events.list.setNextCheck(one.event, new Date(epoch + 3_600_000));
    await one.sweep();
    await isNotStarted(one, 'no element has room');
  });

  it('fails although its event, which was STUCK, goes with its schedule at that moment', async () => {
    const one = await waiting({ replicationStatus: 'STUCK', reason: 'no element has room' });
    one.stand('FAILED', 'UNKNOWN');
    await one.events.list.setNextCheck(one.event, new Date(epoch + 3_600_000));
    one.ports.scheduleEvents.find = async (id) => {
      const found = one.kept.get(id);
      // the sweep reads it for the execution, and then for what is to be done
      if (one.asked.length > 0) one.kept.delete(id);
      return found;
    };
    await one.sweep();
    await isNotStarted(one, 'no element has room');
  });

  it('fails when its event went with its schedule before its workflow was started', async () => {
    const one = await waiting();
    one.stand('FAILED', 'UNKNOWN');
    one.kept.delete('event');
    await one.sweep();
    await isNotStarted(one, 'the schedule was deleted while the file was being replicated');
  });

  it('goes on when its event went with its schedule afterwards', async () => {
    const one = await waiting();
    one.stand('SUCCEEDED', 'FAILED');
    one.kept.delete('event');
    await one.sweep();
    expect(one.world.started.map(({ id }) => id)).toEqual([one.id]);
  });
});

describe('the log of a sweep', () => {
  it('says which event, operation and action was ended or resumed', async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    const one = await waiting();
    one.stand('FAILED', 'UNKNOWN');
    const other = await accepted(one.world);
    await one.add(other);
    const [resource] = await one.world.resources.all(other.id);
    if (!resource) throw new Error('there is no resource');
    const action = { id: 'a-1', type: 'stop', acceptedAt: resource.createdAt } as const;
    await one.world.resources.replace(resource, { ...resource, state: 'STOPPING', action });
    await one.action({ deploymentId: other.id, resourceId: resource.id, actionId: 'a-1' });
    for (const name of [other.operation.id, 'a-1']) one.states.set(name, 'FAILED');
    await one.sweep();
    const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)));
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ eventId: 'event', scheduleId: 'schedule', deploymentId: one.id }),
        expect.objectContaining({ deploymentId: other.id, operationId: other.operation.id }),
        expect.objectContaining({ deploymentId: other.id, resourceId: resource.id, actionId: 'a-1' }),
      ]),
    );
    log.mockRestore();
  });
});

describe('an action whose workflow is dead', () => {
  const acting = async () => {
    const swept = sweptWorld();
    const { id: deploymentId } = await accepted(swept.world);
    const [resource] = await swept.world.resources.all(deploymentId);
    if (!resource) throw new Error('there is no resource');
    const ref = { deploymentId, resourceId: resource.id, actionId: 'a-1' };
    const action = { id: 'a-1', type: 'stop', acceptedAt: resource.createdAt } as const;
    await swept.world.resources.replace(resource, { ...resource, state: 'STOPPING', action });
    await swept.action(ref);
    return { ...swept, ref, resource, now: () => swept.world.resources.find(deploymentId, resource.id) };
  };

  it('leaves its resource in ERROR, with the reason', async () => {
    const one = await acting();
    one.states.set('a-1', 'FAILED');
    await one.sweep();
    await one.sweep();
    const resource = await one.now();
    expect(resource).toMatchObject({ state: 'ERROR' });
    expect(resource).not.toHaveProperty('action');
    expect(resource?.metadata['StateReason']).toContain('Lambda.ServiceException');
    expect([one.sweptSoFar(), one.actions.places.size]).toEqual([1, 0]);
  });

  it('is waited for while it runs', async () => {
    const one = await acting();
    one.states.set('a-1', 'RUNNING');
    await one.sweep();
    expect(await one.now()).toMatchObject({ state: 'STOPPING' });
    expect(one.actions.places.size).toBe(1);
  });

  it('is not asked after once the resource is another’s, or nobody’s, or gone', async () => {
    for (const state of ['another', 'nobody', 'gone']) {
      const one = await acting();
      const taken = await one.now();
      if (!taken?.action) throw new Error('it has no action');
      const { action, ...rest } = taken;
      if (state === 'another') await one.world.resources.put([{ ...taken, action: { ...action, id: 'a-2' } }]);
      if (state === 'nobody') await one.world.resources.put([{ ...rest, state: 'STOPPED' }]);
      if (state === 'gone') await one.world.resources.remove(taken.deploymentId);
      const before = await one.now();
      await one.sweep();
      expect(await one.now()).toEqual(before);
      expect([one.asked, one.sweptSoFar(), one.actions.places.size]).toEqual([[], 0, 0]);
    }
  });

  it('may end by itself while it is looked at', async () => {
    const one = await acting();
    one.ports.executions.ofAction = async () => {
      await one.world.resources.put([{ ...one.resource, state: 'STOPPED' }]);
      return { state: 'SUCCEEDED' };
    };
    await one.sweep();
    expect(await one.now()).toMatchObject({ state: 'STOPPED' });
    expect(one.sweptSoFar()).toBe(0);
  });
});
