import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { hasLabel } from '../../domain/labels/labels.ts';
import type { Filing } from '../../domain/schedules/fragments.ts';
import type { ScheduleChange, ScheduleRemoval, Schedules } from '../../domain/schedules/ports.ts';
import type { Schedule, ScheduleStatus } from '../../domain/schedules/schedule.ts';
import { ConflictError } from '../../foundation/errors.ts';
import type { Identity } from '../../foundation/identity.ts';
import type { Scope } from '../../foundation/scope.ts';
import { parseExactly } from '../../tosca/values/exact-json.ts';
import { tokenAttribute } from './conditional-write.ts';
import { countWrite } from './counters.ts';
import { type Condition, conditions, holds, update } from './expressions.ts';
import { listFiltered } from './filtered-pages.ts';
import { keptSeconds } from './idempotent-requests.ts';
import { countKey, everything, firstShard, type Listed, ownerKey, scopeKeys, sortValue } from './keys.ts';
import type { Kind } from './kind.ts';
import { listVersion } from './list-version.ts';
import { listRecords } from './record-pages.ts';
import { filingWrites, unfilingWrites } from './schedule-index.ts';
import {
  type GroupScope,
  groupEntry,
  groupEntryKey,
  groupPartition,
  removedKey,
  scheduleKey,
} from './schedule-keys.ts';
import {
  changedEvent,
  createdEvent,
  removedEvent,
  type ScheduleTablePorts,
  scheduleStreamWrite,
  unseenWrite,
} from './schedule-stream.ts';
import { newToken, type TablePorts } from './table.ts';
import { type TransactItems, transact } from './write.ts';

/** Stores the schedules in DynamoDB. Every call throws UnavailableError when DynamoDB does not answer. */
export const schedules = (ports: ScheduleTablePorts): Schedules => ({
  find: async (id) => (await findFiled(ports, id))?.schedule,
  findRemoved: (id) => findRemoved(ports, id),
  list: (scope, page, labels = []) =>
    labels.length === 0
      ? listRecords(ports, kindIn(scope), listedIn(scope), page)
      : listFiltered(ports, kindIn(scope), listedIn(scope), page, (one) =>
          labels.every((each) => hasLabel(one.labels, each)),
        ),
  listVersion: (scope) => listVersion(ports, listedIn(scope)),
  create: (schedule, filing) => create(ports, schedule, filing),
  setStatus: (seen, status, filing, change = {}) =>
    setStatus(ports, withChange(seen, change), { status, filing, by: change.by }),
  markRemoving: (schedule, options) => startRemoving(ports, schedule, options),
  remove: (schedule, options = {}) => remove(ports, schedule, options),
});

/** A schedule, and the fragments it is filed under now. The fragment '' holds schedules that have no fragment. */
interface Filed {
  readonly schedule: Schedule;
  readonly filed: Filing;
}

/** Parameters are a JSON text, so that DynamoDB's limits on numbers, nesting and empty names do not apply. */
const toItem = ({ schedule, filed }: Filed) => ({
  ...scheduleKey(schedule.id),
  owner: ownerKey(schedule.createdBy),
  everything,
  ...sorted(schedule),
  filed,
  schedule: { ...schedule, parameters: JSON.stringify(schedule.parameters) },
});

const fromItem = (item: Readonly<Record<string, unknown>>): Schedule => {
  const document = item['schedule'] as Omit<Schedule, 'parameters'> & { readonly parameters: string };
  return { ...document, parameters: parseExactly(document.parameters) };
};

const kind: Kind<Schedule> = { key: scheduleKey, attributes: ['schedule'], read: fromItem };

const isOfGroup = (scope: Scope): scope is GroupScope => scope.of === 'group' || scope.of === 'owner-in-group';

const kindIn = (scope: Scope): Kind<Schedule> =>
  isOfGroup(scope) ? { ...kind, key: (id) => groupEntryKey(id, scope.of), record: scheduleKey } : kind;

const placeOf = (scope: Scope) =>
  isOfGroup(scope) ? { index: 'byOwner', partitionKey: 'owner', partition: groupPartition(scope) } : scopeKeys(scope);

const listedIn = (scope: Scope): Listed => ({ ...placeOf(scope), counters: countKey(scope) });

/** The lists of its group that show a schedule. */
const groupScopes = ({ createdBy: owner, userGroup: group }: Schedule): readonly GroupScope[] =>
  group === undefined
    ? []
    : [
        { of: 'group', group, issuer: owner.issuer },
        { of: 'owner-in-group', owner, group },
      ];

/** Written with every change of the record, since lists can be sorted by last change. */
const entryWrites = (table: string, schedule: Schedule): TransactItems =>
  groupScopes(schedule).map((scope) => ({
    Put: { TableName: table, Item: { ...groupEntry(schedule.id, scope), ...sorted(schedule) } },
  }));

const sorted = ({ id, createdAt, updatedAt }: Schedule) => ({
  created: sortValue(createdAt, id),
  updated: sortValue(updatedAt, id),
});

const findFiled = async ({ client, table }: TablePorts, id: string): Promise<Filed | undefined> => {
  const { Item } = await client.send(new GetCommand({ TableName: table, Key: scheduleKey(id), ConsistentRead: true }));
  return Item && { schedule: fromItem(Item), filed: Item['filed'] as Filing };
};

const findRemoved = async ({ client, table }: TablePorts, id: string): Promise<Schedule | undefined> => {
  const { Item } = await client.send(new GetCommand({ TableName: table, Key: removedKey(id), ConsistentRead: true }));
  return Item && fromItem(Item);
};

/** A repeat of the creation may come for a day, and what was given to the schedule is not for it. */
const keptRemoved = ({ table, clock }: TablePorts, schedule: Schedule): TransactItems => {
  const { secretInputs: _, secretTexts: __, ...rest } = schedule;
  const until = Math.floor(Date.parse(schedule.createdAt) / 1_000) + keptSeconds;
  if (until < clock.now().getTime() / 1_000) return [];
  const Item = { ...removedKey(schedule.id), expiresAt: until, schedule: { ...rest, parameters: '{}' } };
  return [{ Put: { TableName: table, Item } }];
};

const create = async (ports: ScheduleTablePorts, schedule: Schedule, filing: Filing): Promise<void> => {
  const filed = placesOf(filing);
  const fresh = { ...conditions([holds('pk', undefined)]), ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };
  const filings = await filingWrites(ports, schedule, filed);
  const streamWrite = scheduleStreamWrite(ports, schedule, createdEvent(schedule));
  const stamp = newToken(ports);
  const Item = { ...toItem({ schedule, filed }), [tokenAttribute]: stamp };
  const refusals = await transact(ports, (shard) => [
    { Put: { TableName: ports.table, Item, ...fresh } },
    ...filings,
    ...entryWrites(ports.table, schedule),
    ...listCounts(ports.table, schedule, 1, shard),
    streamWrite,
  ]);
  if (refusals === undefined || refusals[0]?.item?.[tokenAttribute]?.S === stamp) return; // our own write, repeated
  throw new ConflictError(`there is a schedule ${schedule.id} already: repeat the request to get another id`);
};

const placesOf = (filing: Filing): Filing => (filing.length === 0 ? [''] : filing);

const listCounts = (table: string, schedule: Schedule, by: 1 | -1, shard: string): TransactItems =>
  [{ of: 'owner', owner: schedule.createdBy } as const, { of: 'all' } as const, ...groupScopes(schedule)].map((scope) =>
    countWrite(table, countKey(scope), shard, by),
  );

const unchanged = ({ status, updatedAt, leaving }: Schedule): readonly Condition[] => [
  holds('schedule.status', status),
  holds('schedule.updatedAt', updatedAt),
  holds('schedule.leaving', leaving),
];

/** A key is kept for a day, and few schedules change more often than this in a day. */
const mostChanges = 50;

const withChange = (seen: Schedule, { id: changeId }: ScheduleChange): Schedule =>
  changeId === undefined
    ? seen
    : { ...seen, keyedChanges: [...(seen.keyedChanges ?? []), changeId].slice(-mostChanges) };

const setStatus = async (
  ports: ScheduleTablePorts,
  seen: Schedule,
  {
    status,
    filing,
    by,
  }: { readonly status: ScheduleStatus; readonly filing: Filing; readonly by: Identity | undefined },
): Promise<Schedule> => {
  const { table, clock } = ports;
  const current = await findFiled(ports, seen.id);
  const schedule = { ...seen, status, updatedAt: clock.now().toISOString() };
  const filed = status === 'RUNNING' ? placesOf(filing) : [];
  const isAsSeen = current?.schedule.status === seen.status && current.schedule.updatedAt === seen.updatedAt;
  const refusals =
    !isAsSeen ||
    (await transact(ports, [
      { Put: { TableName: table, Item: toItem({ schedule, filed }), ...conditions(unchanged(seen)) } },
      ...unfilingWrites(ports, seen, current.filed),
      ...entryWrites(table, schedule),
      ...(await filingWrites(ports, schedule, filed)),
      scheduleStreamWrite(ports, schedule, changedEvent(schedule, by)),
    ]));
  if (!refusals) return schedule;
  throw changedMeanwhile(seen);
};

const changedMeanwhile = ({ id }: Schedule): ConflictError =>
  new ConflictError(`schedule ${id} changed or was deleted in the meantime: read it again, then try again`);

const startRemoving = (ports: TablePorts, seen: Schedule, { onlyAsSeen } = { onlyAsSeen: false }): Promise<void> =>
  untilDone(ports, seen.id, (schedule) => {
    const isAsSeen = schedule.status === seen.status && schedule.updatedAt === seen.updatedAt;
    if (onlyAsSeen && !isAsSeen) throw changedMeanwhile(seen);
    const changes = { 'schedule.leaving': true, 'schedule.status': 'SUSPENDED', filed: [] };
    const write = { TableName: ports.table, Key: scheduleKey(seen.id), ...update(changes, unchanged(schedule)) };
    return schedule.leaving ? [] : [{ Update: write }, ...keptRemoved(ports, schedule)];
  });

const remove = (ports: ScheduleTablePorts, { id }: Schedule, { by, unseen }: ScheduleRemoval): Promise<void> =>
  untilDone(ports, id, (schedule, shard) => [
    { Delete: { TableName: ports.table, Key: scheduleKey(id), ...conditions(unchanged(schedule)) } },
    ...groupScopes(schedule).map(({ of }) => ({
      Delete: { TableName: ports.table, Key: groupEntryKey(id, of) },
    })),
    ...listCounts(ports.table, schedule, -1, shard),
    unseen ? unseenWrite(ports, schedule) : scheduleStreamWrite(ports, schedule, removedEvent(by)),
  ]);

/**
 * Writes, and removes the schedule from its fragments. A change at the same moment may move it to other fragments, so each
 * try removes it from those that the record names then. Succeeds if it was done before.
 */
const untilDone = async (
  ports: TablePorts,
  id: string,
  writesOf: (schedule: Schedule, shard: string) => TransactItems,
): Promise<void> => {
  for (;;) {
    const current = await findFiled(ports, id);
    if (current === undefined || writesOf(current.schedule, firstShard).length === 0) return;
    const unfiling = unfilingWrites(ports, current.schedule, current.filed);
    const refusals = await transact(ports, (shard) => [...writesOf(current.schedule, shard), ...unfiling]);
    if (refusals === undefined) return;
  }
};
