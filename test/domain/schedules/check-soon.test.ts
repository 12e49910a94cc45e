import { describe, expect, it } from 'vitest';
import type { Backfill } from '../../../src/domain/schedules/backfill.ts';
import { checkSoon } from '../../../src/domain/schedules/check-soon.ts';
import type { ScheduleEvent } from '../../../src/domain/schedules/schedule.ts';
import { sweptWorld } from '../deployments/swept.ts';
import { accepted, epoch } from '../deployments/world.ts';

const minutes = (count: number) => new Date(epoch + count * 60_000);

/** An operation that has begun, and what is told of its executions. */
const begun = async () => {
  const swept = sweptWorld();
  const deployment = await accepted(swept.world);
  const { id: deploymentId, operation } = deployment;
  const tell = (name: string, status = 'FAILED', ids: object = { deploymentId, operationId: operation.id }) =>
    checkSoon(swept.ports)({ detail: { name, status, input: JSON.stringify(ids) } });
  const due = () => swept.operations.places.get(deploymentId)?.at;
  return { ...swept, deployment, operation, deploymentId, tell, due };
};

describe('an execution that ended', () => {
  it('of an operation has that looked at a minute later, and later each time it is cut off', async () => {
    const one = await begun();
    await one.tell(one.operation.id);
    expect(one.due()).toEqual(minutes(1));
    const again = await one.world.deployments.interrupt(one.deployment, { times: 5, by: 'Lambda.Unknown' });
    await one.tell(`${again.operation.id}-r5`, 'TIMED_OUT');
    expect(one.due()).toEqual(minutes(32));
  });

  it('of a backfill has that looked at a minute later, unless it has ended', async () => {
    const one = await begun();
    const looked: (Date | undefined)[] = [];
    const backfillSweepQueue = { setNextCheck: async (_: unknown, at: Date | undefined) => void looked.push(at) };
    for (const status of ['RUNNING', 'COMPLETE'] as const) {
      const backfills = {
        find: async (scheduleId: string, id: string) =>
          scheduleId === 's' && id === 'b' ? ({ id, scheduleId, status } as Backfill) : undefined,
      };
      const input = JSON.stringify({ scheduleId: 's', backfillId: 'b' });
      await checkSoon({ ...one.ports, backfills, backfillSweepQueue })({
        detail: { name: 'b', status: 'FAILED', input },
      });
    }
    expect(looked).toEqual([minutes(1)]);
  });

  it('of a callback has that looked at a minute later', async () => {
    const one = await begun();
    const looked: unknown[] = [];
    const callbackSweepQueue = { setNextCheck: async (...asked: unknown[]) => void looked.push(asked) };
    const input = JSON.stringify({ notificationId: 'callback' });
    await checkSoon({ ...one.ports, callbackSweepQueue })({ detail: { name: 'callback', status: 'FAILED', input } });
    expect(looked).toEqual([[{ notificationId: 'callback' }, minutes(1)]]);
  });

  it('that somebody stopped has that looked at by the next run', async () => {
    const one = await begun();
    await one.tell(one.operation.id, 'ABORTED');
    expect(one.due()).toEqual(minutes(0));
  });

  it('has nothing looked at when it was nested, works for nobody any more, or belongs to what is gone', async () => {
    const one = await begun();
    await one.tell(`${one.operation.id}-1`);
    await one.tell('older', 'ABORTED', { deploymentId: one.deploymentId, operationId: 'older' });
    await one.tell(one.operation.id, 'FAILED', { deploymentId: 'gone', operationId: one.operation.id });
    await one.tell('callback', 'FAILED', { notificationId: 'callback' });
    await checkSoon(one.ports)({ detail: { name: one.operation.id, status: 'FAILED', input: null } });
    await one.world.deployments.interrupt(one.deployment, { times: 1, by: 'Lambda.Unknown' });
    await one.tell(one.operation.id);
    expect(one.operations.places.size).toBe(0);
  });

  it('of an event has that looked at; once its file is there, the deployment that waits', async () => {
    const one = await begun();
    const event: ScheduleEvent = {
      ...{ id: 'event', scheduleId: 's', scope: 'incoming', name: 'file', replicationStatus: 'REPLICATING' },
      ...{ createdAt: '', updatedAt: '', deploymentId: one.deploymentId, operationId: one.operation.id },
    };
    const ids = { eventId: 'event', deploymentId: one.deploymentId, operationId: one.operation.id };
    one.kept.set('event', { ...event, interrupted: { times: 1, by: 'Lambda.Unknown' } });
    await one.tell(one.operation.id, 'FAILED', ids);
    expect([one.events.places.size, one.operations.places.size]).toEqual([0, 0]);
    await one.tell(`${one.operation.id}-r1`, 'FAILED', ids);
    expect(one.events.places.get('event')?.at).toEqual(minutes(2));
    expect(one.operations.places.size).toBe(0);
    one.kept.set('event', { ...event, replicationStatus: 'OK' });
    await one.tell(one.operation.id, 'FAILED', ids);
    expect(one.due()).toEqual(minutes(1));
  });

  it('of an action has that looked at by the next run', async () => {
    const one = await begun();
    const action = { deploymentId: one.deploymentId, resourceId: 'r', actionId: 'a' };
    await one.tell('a', 'FAILED', action);
    expect(one.actions.places.get('a')).toEqual({ one: action, at: minutes(0) });
  });
});
