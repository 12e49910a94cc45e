import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { type Bound, backfillsReached } from '../../domain/quotas/quota.ts';
import type { Backfill, BackfillChanges } from '../../domain/schedules/backfill.ts';
import type { BackfillSweepQueue, Backfills } from '../../domain/schedules/backfill-ports.ts';
import type { Schedule } from '../../domain/schedules/schedule.ts';
import { ConflictError } from '../../foundation/errors.ts';
import { deleteIf, updateIf } from './conditional-write.ts';
import { type Condition, conditions, holds, update } from './expressions.ts';
import { backfill as checked } from './keys.ts';
import { itemsUnder } from './query.ts';
import { backfillKey, backfillPrefix } from './schedule-keys.ts';
import { backfillEvent, type ScheduleTablePorts, scheduleStreamWrite } from './schedule-stream.ts';
import { itemsBefore, moveInIndex, type SweepPartition } from './sparse-index.ts';
import type { TablePorts } from './table.ts';
import { backfillCounted, usedBy } from './uses.ts';
import { type Refusals, type TransactItems, transact } from './write.ts';

const running: SweepPartition = { partition: checked, since: 'recordedAt' };

/**
 * Stores backfills in the table of schedule events, under their schedule. Every call throws UnavailableError when DynamoDB
 * does not answer.
 */
export const backfills = (ports: ScheduleTablePorts): Backfills => ({
  find: async (scheduleId, id) => {
    const { client, table } = ports;
    const Key = backfillKey({ scheduleId, id });
    const { Item } = await client.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
    return Item && read(Item);
  },
  list: async (scheduleId) => (await itemsUnder(ports, scheduleId, backfillPrefix)).map(read).toReversed(),
  create: async (backfill, firstCheck, bounds = [], schedule = undefined) => {
    const place = { notBegun: checked, recordedAt: firstCheck.toISOString() };
    const streamWrite = schedule && scheduleStreamWrite(ports, schedule, backfillEvent(backfill, backfill.createdBy));
    await create(ports, { ...backfillKey(backfill), ...place, backfill }, [streamWrite ? [streamWrite] : [], bounds]);
  },
  change: (seen, changes, schedule) => change(ports, seen, changes, schedule),
  end: async (backfill, status, statusReason, { schedule, by } = { schedule: undefined }) => {
    const changes = { 'backfill.status': status, 'backfill.statusReason': statusReason, ...touched(ports), ...atRest };
    const streamWrite =
      schedule && scheduleStreamWrite(ports, schedule, backfillEvent({ ...backfill, status, statusReason }, by));
    const refused = await ended(ports, { key: backfillKey(backfill), changes }, [isRunning], streamWrite);
    return refused === undefined ? status : refused.item && read(unmarshall(refused.item)).status;
  },
  remove: async (backfill) => void (await deleteIf(ports, backfillKey(backfill), [holds('pk', backfill.scheduleId)])),
});

/** Finds backfills to check. */
export const backfillSweepQueue = (ports: TablePorts): BackfillSweepQueue => ({
  due: async (before, limit) => (await itemsBefore(ports, running, before, limit)).map(read),
  setNextCheck: (one, at) => moveInIndex(ports, running, { key: backfillKey(one), condition: isRunning }, at),
});

const read = (item: Readonly<Record<string, unknown>>): Backfill => item['backfill'] as Backfill;

const isRunning = holds('backfill.status', 'RUNNING');

/** Out of the index of the sweep. */
const atRest = { notBegun: undefined, recordedAt: undefined };

const touched = ({ clock }: TablePorts) => ({ 'backfill.updatedAt': clock.now().toISOString() });

/** Ends a backfill together with its event. Returns why it was not ended; undefined: it was. */
const ended = async (
  ports: ScheduleTablePorts,
  { key: Key, changes }: Parameters<typeof updateIf>[1],
  asSeen: readonly Condition[],
  streamWrite: TransactItems[number] | undefined,
): Promise<NonNullable<Refusals[number]> | undefined> => {
  const ReturnValuesOnConditionCheckFailure = 'ALL_OLD';
  const Update = {
    TableName: ports.table,
    Key,
    ...update(changes, asSeen),
    ReturnValuesOnConditionCheckFailure,
  } as const;
  return (await transact(ports, [{ Update }, ...(streamWrite ? [streamWrite] : [])]))?.[0];
};

const create = async (
  ports: ScheduleTablePorts,
  Item: Readonly<Record<string, unknown>>,
  [streamWrite, bounds]: readonly [TransactItems, readonly Bound[]],
): Promise<void> => {
  const isNew = [holds('pk', undefined)];
  const counting = { ...ports, table: ports.deployments };
  const none = bounds.find(({ most }) => most < 1);
  if (none) throw backfillsReached(none, (await usedBy(counting, none.scope)).backfillsToday);
  const [isThere, ...reached] =
    (await transact(ports, [
      { Put: { TableName: ports.table, Item, ...conditions(isNew) } },
      ...bounds.map((bound) => backfillCounted(counting, bound)),
      ...streamWrite,
    ])) ?? [];
  const bound = bounds.find((_, at) => reached[at] !== undefined);
  if (isThere === undefined && bound)
    throw backfillsReached(bound, (await usedBy(counting, bound.scope)).backfillsToday);
};

const change = async (
  ports: ScheduleTablePorts,
  seen: Backfill,
  changes: BackfillChanges,
  schedule: Schedule | undefined,
): Promise<Backfill> => {
  const { status = 'RUNNING' } = changes;
  const written = {
    ...Object.fromEntries(Object.entries(changes).map(([name, value]) => [`backfill.${name}`, value])),
    ...touched(ports),
    ...(status !== 'RUNNING' && atRest),
  };
  const asSeen = [
    isRunning,
    holds('backfill.after', seen.after),
    holds('backfill.interrupted.times', seen.interrupted?.times),
  ];
  const next = { key: backfillKey(seen), changes: written };
  if (status !== 'RUNNING' && schedule) {
    const after = { ...seen, ...changes, updatedAt: ports.clock.now().toISOString() };
    const streamWrite = scheduleStreamWrite(ports, schedule, backfillEvent(after, undefined));
    if ((await ended(ports, next, asSeen, streamWrite)) === undefined) return after;
  } else {
    const outcome = await updateIf(ports, next, asSeen);
    if ('written' in outcome) return read(outcome.written);
  }
  throw new ConflictError(`backfill ${seen.id} was changed meanwhile, or is gone`);
};
