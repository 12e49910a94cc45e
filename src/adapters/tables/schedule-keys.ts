/** Keys of the tables of schedules and their events (docs/decisions/0011). */

import type { Scope } from '../../foundation/scope.ts';
import { digestOf } from './digest.ts';

/**
 * The table `Schedules` holds:
 * - for each schedule: its record (`sk` = `schedule`), and a watch under each fragment it is filed under (`pk` =
 *   `fragment#<text>`, `sk` = its id)
 * - for each schedule that was deleted within a day of its creation: what a repeat of its creation answers (`sk` =
 *   `removed`, which expires)
 * - for each schedule of a group: an entry in each list of the group (`sk` = `group`, `owner-in-group`)
 * - for each fragment: the number of its watches (`sk` = `#`), which keeps the first few watches too
 * - counters of the lists
 * The table `ScheduleEvents` holds the events, their counters for each schedule, the counters of files that arrived in an hour
 * (`pk` = `arrivals#<id of the schedule>`, `sk` = `<hour>#<counter>`, which expire), and the backfills of each schedule (`pk` =
 * id of the schedule, `sk` = `backfill#<id>`), and for each deleted schedule that its events are being removed (`sk` = `removal`).
 */
export const scheduleTables = {
  schedules: {
    partitionKey: 'pk',
    sortKey: 'sk',
    timeToLive: 'expiresAt',
    indexes: [
      { name: 'byOwner', partitionKey: 'owner', sortKey: 'created' },
      { name: 'byOwnerUpdated', partitionKey: 'owner', sortKey: 'updated' },
      { name: 'all', partitionKey: 'everything', sortKey: 'created' },
      { name: 'allUpdated', partitionKey: 'everything', sortKey: 'updated' },
    ],
  },
  scheduleEvents: {
    partitionKey: 'pk',
    sortKey: 'sk',
    timeToLive: 'expiresAt',
    indexes: [
      { name: 'bySchedule', partitionKey: 'schedule', sortKey: 'created' },
      { name: 'byScheduleUpdated', partitionKey: 'schedule', sortKey: 'updated' },
      { name: 'notBegun', partitionKey: 'notBegun', sortKey: 'recordedAt' },
    ],
  },
} as const;

export const scheduleKey = (id: string) => ({ pk: id, sk: 'schedule' });

export const removedKey = (id: string) => ({ pk: id, sk: 'removed' });

/**
 * The entry of a schedule in the list of a group. It is in the indexes of owners: a group has no indexes of its own, since
 * an update of the stack can add only one index to a table at a time. No issuer starts like the partition of a group.
 */
export const groupEntry = (id: string, scope: GroupScope) => ({
  ...groupEntryKey(id, scope.of),
  owner: groupPartition(scope),
});

export type GroupScope = Extract<Scope, { of: 'group' | 'owner-in-group' }>;

export const groupEntryKey = (id: string, of: GroupScope['of']) => ({ pk: id, sk: of });

export const groupPartition = (scope: GroupScope): string => {
  const { issuer } = scope.of === 'group' ? scope : scope.owner;
  const maker = scope.of === 'group' ? [] : [scope.owner.subject];
  return `${scope.of}#${digestOf(issuer, scope.group, ...maker)}`;
};

/** Partition of the watches filed under a fragment. The fragment '' holds schedules that have no fragment. */
export const fragmentPartition = (fragment: string): string => `fragment#${fragment}`;

/** Sorts before every schedule id, so that a query can read the watches without it. */
export const fragmentCount = '#';

export const eventKey = (id: string) => ({ pk: id, sk: 'event' });

export const backfillPrefix = 'backfill#';

export const backfillKey = ({ scheduleId, id }: { readonly scheduleId: string; readonly id: string }) => ({
  pk: scheduleId,
  sk: `${backfillPrefix}${id}`,
});

export const removalKey = (scheduleId: string) => ({ pk: scheduleId, sk: 'removal' });

/** Partition of the counters of the files that arrived for a schedule. */
export const arrivalsOf = (scheduleId: string): string => `arrivals#${scheduleId}`;

/** Where the events of a schedule are listed and counted. */
export const eventsOf = (scheduleId: string) => ({
  index: 'bySchedule',
  partitionKey: 'schedule',
  partition: scheduleId,
  counters: `count#schedule#${scheduleId}`,
});
