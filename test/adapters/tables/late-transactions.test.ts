/**
 * A transaction was answered "met another one", so it is sent again with other counters. Then an earlier copy of it, which
 * was only late, arrives first. Everything must be written once and counted once.
 */

import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { countIn } from '../../../src/adapters/tables/counters.ts';
import { deployments } from '../../../src/adapters/tables/deployments.ts';
import { countKey } from '../../../src/adapters/tables/keys.ts';
import { scheduleEvents } from '../../../src/adapters/tables/schedule-events.ts';
import { eventsOf } from '../../../src/adapters/tables/schedule-keys.ts';
import { schedules } from '../../../src/adapters/tables/schedules.ts';
import type { Schedule, ScheduleEvent } from '../../../src/domain/schedules/schedule.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { deployment, instant, noWait, settableClock, someone, uuid } from './samples.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

let isLate: boolean;
beforeEach(() => {
  isLate = false;
});

/** Answers the next transaction with a conflict, and delivers it just before the one after it. */
const client = (): DynamoDBDocumentClient => {
  let late: unknown;
  const send = async (command: unknown) => {
    const { name } = (command as object).constructor;
    if (name !== 'TransactWriteCommand') return engine.client.send(command as never);
    if (isLate) {
      isLate = false;
      late = command;
      const CancellationReasons = [{ Code: 'TransactionConflict' }];
      throw new TransactionCanceledException({ message: 'cancelled', $metadata: {}, CancellationReasons });
    }
    if (late !== undefined) await engine.client.send(late as never);
    late = undefined;
    return engine.client.send(command as never);
  };
  return Object.assign(Object.create(engine.client), { send });
};

const at = (table: keyof Engine['tables']) => ({
  client: client(),
  table: engine.tables[table],
  deployments: engine.tables.deployments,
  clock: settableClock(),
  backOff: noWait,
});
const counted = (table: keyof Engine['tables'], partition: string) =>
  countIn({ ...at(table), client: engine.client }, partition);
const all = countKey({ of: 'all' });

it('a deployment is accepted and removed once', async () => {
  const table = deployments(at('deployments'));
  const one = deployment(1);
  isLate = true;
  await table.accept(one);
  expect(await counted('deployments', all)).toBe(1);
  isLate = true;
  await table.remove(one.id, one.operation.id);
  expect(await counted('deployments', all)).toBe(0);
  expect(await table.find(one.id)).toBeUndefined();
});

const schedule: Schedule = {
  ...{ id: uuid(4), createdAt: instant(0), updatedAt: instant(0), createdBy: someone, status: 'RUNNING' },
  ...{ reader: { isAdministrator: false }, fileExpression: 'incoming:.*', replicationExpression: '*' },
  ...{ numberOfReplicas: 1, parameters: {}, limits: deployment(1).limits },
};

it('a schedule is created and removed once', async () => {
  const table = schedules(at('schedules'));
  isLate = true;
  await table.create(schedule, ['incoming']);
  expect(await counted('schedules', all)).toBe(1);
  isLate = true;
  await table.remove(schedule);
  expect(await counted('schedules', all)).toBe(0);
});

it('a schedule that another one created earlier stays as it is', async () => {
  const table = schedules(at('schedules'));
  await table.create(schedule, ['incoming']);
  await expect(table.create(schedule, ['incoming'])).rejects.toThrow('already');
  expect(await counted('schedules', all)).toBe(1);
});

it('an event is recorded and removed once', async () => {
  const table = scheduleEvents(at('scheduleEvents'));
  const event: ScheduleEvent = {
    ...{ id: uuid(5), scheduleId: schedule.id, scope: 'incoming', name: 'file', createdAt: instant(0) },
    ...{ updatedAt: instant(0), deploymentId: uuid(6), operationId: uuid(7), replicationStatus: 'REPLICATING' },
  };
  isLate = true;
  expect(await table.record(event)).toEqual({ event, begun: false });
  expect(await counted('scheduleEvents', eventsOf(schedule.id).counters)).toBe(1);
  isLate = true;
  await table.remove(event);
  expect(await counted('scheduleEvents', eventsOf(schedule.id).counters)).toBe(0);
});
