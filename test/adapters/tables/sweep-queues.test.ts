import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deployments } from '../../../src/adapters/tables/deployments.ts';
import { recordKey } from '../../../src/adapters/tables/keys.ts';
import { scheduleEvents } from '../../../src/adapters/tables/schedule-events.ts';
import {
  actionSweepQueue,
  callbackSweepQueue,
  eventSweepQueue,
  operationSweepQueue,
} from '../../../src/adapters/tables/sweep-queues.ts';
import type { Deployment } from '../../../src/domain/deployments/record/deployment.ts';
import type { ScheduleEvent } from '../../../src/domain/schedules/schedule.ts';
import { directEngine, type Engine } from '../../support/engine.ts';
import { meanwhile } from './meanwhile.ts';
import { deleting, deployment, instant, noWait, settableClock } from './samples.ts';

let engine: Engine;
const clock = settableClock();
const hour = 3_600;
const ports = (table: 'deployments' | 'scheduleEvents') => ({
  client: engine.client,
  table: engine.tables[table],
  deployments: engine.tables.deployments,
  clock,
  backOff: noWait,
});
const table = () => deployments(ports('deployments'));
const operations = () => operationSweepQueue(ports('deployments'));

beforeAll(async () => {
  engine = await directEngine();
});
afterAll(() => engine?.stop());

const dueAt = async (second: number, limit = 100) =>
  (await operations().due(new Date(instant(second)), limit)).map(({ id }) => id);

/** Accepted and begun at that second. */
const begun = async (second: number): Promise<Deployment> => {
  const made = deployment(second);
  clock.set(second);
  await table().accept(made);
  return table().markStarted(made.id, made.operation.id);
};

describe('operations under way', () => {
  it('are due an hour after they began, and wait no more to be begun', async () => {
    const { id } = await begun(1);
    expect(await dueAt(1 + hour)).not.toContain(id);
    expect(await dueAt(2 + hour)).toContain(id);
    expect((await table().notStarted(new Date(instant(9 * hour)))).map((one) => one.id)).not.toContain(id);
  });

  it('are due no more once they are removed', async () => {
    const removed = await begun(11);
    await table().remove(removed.id, removed.operation.id);
    expect(await dueAt(9 * hour)).not.toContain(removed.id);
  });

  it('are due a minute after a reset, which has no workflow', async () => {
    const reset = await begun(12);
    const acceptedAt = instant(20);
    const operation = { id: 'reset', kind: 'DELETE', acceptedAt, reset: true } as const;
    await table().supersede(reset, { ...reset, status: 'DELETE_FAILED', operation });
    expect(await dueAt(80)).not.toContain(reset.id);
    expect(await dueAt(81)).toContain(reset.id);
    await operations().setNextCheck({ ...reset, operation }, undefined);
    expect(await dueAt(9 * hour)).not.toContain(reset.id);
  });

  it.each(['CREATE_COMPLETE', 'CREATE_FAILED'] as const)(
    'are due once more after %s: its callback may be missing',
    async (status) => {
      const second = status.length; // of its own
      const { id, operation } = await begun(second);
      clock.set(second + 30 * 60);
      const written = await table().record(id, operation.id, { status });
      expect(await dueAt(second + 1 + hour)).not.toContain(id);
      expect(await dueAt(second + 1 + 1.5 * hour)).toContain(id);
      await operations().setNextCheck(written, undefined);
      expect(await dueAt(9 * hour)).not.toContain(id);
    },
  );

  it('keep their instant while they write, and begin a new one with the next operation', async () => {
    const { id, operation } = await begun(20);
    clock.set(20 + 30 * 60);
    const written = await table().record(id, operation.id, { task: 'DEPLOYER' });
    expect(await dueAt(21 + hour)).toContain(id);
    await table().supersede(written, deleting(written));
    expect(await dueAt(9 * hour)).not.toContain(id); // nobody has begun it
    clock.set(20 + 2 * hour);
    await table().markStarted(id, 'deletion');
    expect(await dueAt(20 + 3 * hour)).not.toContain(id);
    expect(await dueAt(21 + 3 * hour)).toContain(id);
  });

  it('are taken in by their next write when they began under a release that looked after nothing', async () => {
    const { id, operation } = await begun(30);
    await engine.client.send(
      new UpdateCommand({
        TableName: engine.tables.deployments,
        Key: recordKey(id),
        UpdateExpression: 'REMOVE notBegun, acceptedAt',
      }),
    );
    expect(await dueAt(9 * hour)).not.toContain(id);
    await table().record(id, operation.id, { infrastructureId: 'infrastructure' });
    expect(await dueAt(31 + hour)).toContain(id);
  });

  it('that nobody began stay so when they are written to: they are started, not looked after', async () => {
    const made = deployment(40);
    await table().accept(made);
    await table().record(made.id, made.operation.id, { task: 'DEPLOYER' });
    expect((await table().notStarted(new Date(instant(41)))).map(({ id }) => id)).toContain(made.id);
    await table().record(made.id, made.operation.id, { status: 'CREATE_FAILED' });
    expect((await table().notStarted(new Date(instant(41)))).map(({ id }) => id)).not.toContain(made.id);
  });

  it('are late when nobody has begun them, and are taken among what has begun, or out', async () => {
    const [one, other] = [deployment(45), deployment(46)];
    for (const made of [one, other]) await table().accept(made);
    const late = async () => (await operations().late(new Date(instant(47)), 100)).map(({ id }) => id);
    expect(await late()).toEqual(expect.arrayContaining([one.id, other.id]));
    await operations().setNextCheck(one, new Date(instant(48)));
    await operations().setNextCheck(other, undefined);
    expect(await late()).not.toContain(one.id);
    expect(await late()).not.toContain(other.id);
    expect(await dueAt(49)).toContain(one.id);
    expect(await dueAt(49)).not.toContain(other.id);
  });

  it('come the oldest first, and so many at most', async () => {
    const three = [await begun(-5_000), await begun(-4_999), await begun(-4_998)];
    const [first, second] = three.map(({ id }) => id);
    expect(await dueAt(-4_990 + hour, 2)).toEqual([first, second]);
  });

  it('are not due when they end, or are looked at, between index and record', async () => {
    const [ended, looked] = [await begun(50), await begun(51)];
    clock.set(hour);
    meanwhile(engine.client, 'BatchGetCommand', async () => {
      await table().record(ended.id, ended.operation.id, { status: 'CREATE_COMPLETE' });
      await operations().setNextCheck(looked, new Date(instant(20 * hour)));
    });
    const due = await dueAt(hour + 60);
    expect(due).not.toContain(ended.id);
    expect(due).not.toContain(looked.id);
    expect(await dueAt(21 * hour)).toContain(looked.id);
  });

  it('are left as they are by a look of an operation that owns them no more, or that are gone', async () => {
    const [taken, gone] = [await begun(60), await begun(61)];
    await table().supersede(taken, deleting(taken));
    await table().remove(gone.id, gone.operation.id);
    for (const seen of [taken, gone]) {
      await operations().setNextCheck(seen, new Date(instant(hour)));
      await operations().setNextCheck(seen, undefined);
    }
    expect((await table().notStarted(new Date(instant(9 * hour)))).map(({ id }) => id)).toContain(taken.id);
    expect(await table().find(gone.id)).toBeUndefined();
    expect(await dueAt(9 * hour)).not.toContain(gone.id);
  });
});

describe('events under way', () => {
  const events = () => scheduleEvents(ports('scheduleEvents'));
  const due = async () =>
    (await eventSweepQueue(ports('scheduleEvents')).due(new Date(instant(9 * hour)), 100)).map(({ id }) => id);
  const event = (id: string): ScheduleEvent => ({
    ...{ id, scheduleId: 'schedule', scope: 'incoming', name: id, replicationStatus: 'REPLICATING' },
    ...{ createdAt: instant(0), updatedAt: instant(0), deploymentId: `d-${id}`, operationId: `o-${id}` },
  });

  it('are due from their beginning on, until their replicas are there', async () => {
    clock.set(0);
    await events().record(event('one'));
    expect(await due()).not.toContain('one');
    await events().markStarted('one');
    expect(await due()).toContain('one');
    await events().change('one', { replicas: [] });
    expect(await due()).toContain('one');
    await events().change('one', { replicationStatus: 'OK' });
    expect(await due()).not.toContain('one');
  });

  it('are late while nobody has started them', async () => {
    clock.set(0);
    const late = async (second: number, limit = 100) =>
      (await eventSweepQueue(ports('scheduleEvents')).late(new Date(instant(second)), limit)).map(({ id }) => id);
    await events().record(event('waiting'));
    expect([await late(0), await late(9 * hour)]).toEqual([
      expect.not.arrayContaining(['waiting']),
      expect.arrayContaining(['waiting']),
    ]);
    await events().markStarted('waiting');
    expect(await late(9 * hour)).not.toContain('waiting');
  });

  it('are due also when they are STUCK, until somebody has looked', async () => {
    await events().record(event('two'));
    await events().change('two', { replicationStatus: 'STUCK', reason: 'no way' });
    expect((await events().notStarted(new Date(instant(9 * hour)))).map(({ id }) => id)).not.toContain('two');
    expect(await due()).toContain('two');
    await eventSweepQueue(ports('scheduleEvents')).setNextCheck(event('two'), undefined);
    expect(await due()).not.toContain('two');
    await eventSweepQueue(ports('scheduleEvents')).setNextCheck(event('gone'), new Date(instant(0)));
    expect(await due()).not.toContain('gone');
  });
});

describe('actions under way', () => {
  const actions = () => actionSweepQueue(ports('deployments'));
  const ref = { deploymentId: 'd-1', resourceId: 'r-1', actionId: 'a-1' };
  const due = (second: number) => actions().due(new Date(instant(second)), 100);

  it('are due from the instant that is given, until they are taken out', async () => {
    await actions().register(ref, new Date(instant(100)));
    expect(await due(100)).toEqual([]);
    expect(await due(101)).toEqual([ref]);
    await actions().setNextCheck(ref, new Date(instant(200)));
    expect(await due(200)).toEqual([]);
    expect(await due(201)).toEqual([ref]);
    await actions().setNextCheck(ref, undefined);
    await actions().setNextCheck(ref, new Date(instant(0)));
    expect(await due(9 * hour)).toEqual([]);
  });

  it('are not taken for operations, and may outlive their deployment', async () => {
    const of = await begun(70);
    await actions().register({ ...ref, deploymentId: of.id }, new Date(instant(0)));
    expect((await dueAt(9 * hour)).filter((id) => id === of.id)).toHaveLength(1);
    await table().remove(of.id, of.operation.id);
    expect(await dueAt(9 * hour)).not.toContain(of.id);
  });
});

describe('callbacks under way', () => {
  const callbacks = () => callbackSweepQueue(ports('deployments'));
  const due = (second: number) => callbacks().due(new Date(instant(second)), 100);

  it('are due from the instant they were given, until they are taken out', async () => {
    const one = { notificationId: 'one' };
    await callbacks().register('one', new Date(instant(hour)));
    expect(await due(hour)).toEqual([]);
    expect(await due(hour + 1)).toEqual([one]);
    await callbacks().setNextCheck(one, new Date(instant(2 * hour)));
    expect(await due(hour + 1)).toEqual([]);
    expect(await due(2 * hour + 1)).toEqual([one]);
    await callbacks().setNextCheck(one, undefined);
    expect(await due(9 * hour)).toEqual([]);
    await callbacks().setNextCheck({ notificationId: 'unknown' }, new Date(instant(0)));
    expect(await due(9 * hour)).toEqual([]);
  });

  it('are interrupted by one of those who see it', async () => {
    const seen = { notificationId: 'two' };
    await callbacks().register('two', new Date(instant(0)));
    const interrupted = { times: 1, by: 'States.Timeout' };
    const both = await Promise.allSettled([1, 2].map(() => callbacks().interrupt(seen, interrupted)));
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await due(1)).toEqual([{ ...seen, interrupted }]);
  });
});
