import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Backfill, BackfillChanges } from '../../domain/schedules/backfill.ts';
import type { BackfillSweepQueue, Backfills } from '../../domain/schedules/backfill-ports.ts';
import { ConflictError } from '../../foundation/errors.ts';
import { deleteIf, putIf, updateIf } from './conditional-write.ts';
import { holds } from './expressions.ts';
import { backfill as checked } from './keys.ts';
import { itemsUnder } from './query.ts';
import { backfillKey, backfillPrefix } from './schedule-keys.ts';
import { itemsBefore, moveInIndex, type SweepPartition } from './sparse-index.ts';
import type { TablePorts } from './table.ts';

const running: SweepPartition = { partition: checked, since: 'recordedAt' };

/**
 * Stores backfills in the table of schedule events, under their schedule. Every call throws UnavailableError when DynamoDB
 * does not answer.
 */
export const backfills = (ports: TablePorts): Backfills => ({
  find: async (scheduleId, id) => {
    const { client, table } = ports;
    const Key = backfillKey({ scheduleId, id });
    const { Item } = await client.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
    return Item && read(Item);
  },
  list: async (scheduleId) => (await itemsUnder(ports, scheduleId, backfillPrefix)).map(read).toReversed(),
  create: async (backfill, firstCheck) => {
    const place = { notBegun: checked, recordedAt: firstCheck.toISOString() };
    await putIf(ports, { ...backfillKey(backfill), ...place, backfill }, [holds('pk', undefined)]);
  },
  change: (seen, changes) => change(ports, seen, changes),
  end: async (backfill, status, statusReason) => {
    const changes = { 'backfill.status': status, 'backfill.statusReason': statusReason, ...touched(ports), ...atRest };
    const outcome = await updateIf(ports, { key: backfillKey(backfill), changes }, [isRunning]);
    return 'written' in outcome ? status : outcome.refused && read(unmarshall(outcome.refused)).status;
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

const change = async (ports: TablePorts, seen: Backfill, changes: BackfillChanges): Promise<Backfill> => {
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
  const outcome = await updateIf(ports, { key: backfillKey(seen), changes: written }, asSeen);
  if ('written' in outcome) return read(outcome.written);
  throw new ConflictError(`backfill ${seen.id} was changed meanwhile, or is gone`);
};
