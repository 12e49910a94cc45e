/** Keys of the tables of schedules and their events (docs/decisions/0011). */

import { createHash } from 'node:crypto';
import type { Scope } from '../../foundation/scope.ts';

/**
 * `Schedules` holds for each schedule its record (`sk` = `schedule`), a watch under each fragment it is filed under
 * (`pk` = `fragment#<text>`, `sk` = its id), the number of watches of each fragment (`sk` = `#`), which keeps the first few
 * watches too, and counters of lists; of one that is for a group an entry in each list of the group (`sk` = `group`, `owner-in-group`).
 * `ScheduleEvents` holds the events, and for each schedule their counters.
 */
export const scheduleTables = {
  schedules: {
    partitionKey: 'pk',
    sortKey: 'sk',
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
    indexes: [
      { name: 'bySchedule', partitionKey: 'schedule', sortKey: 'created' },
      { name: 'byScheduleUpdated', partitionKey: 'schedule', sortKey: 'updated' },
      { name: 'notBegun', partitionKey: 'notBegun', sortKey: 'recordedAt' },
    ],
  },
} as const;

export const scheduleKey = (id: string) => ({ pk: id, sk: 'schedule' });

/**
 * An entry of a schedule in the list of a group, in the indexes of owners: a group has no indexes of its own, since an update of the
 * stack can add one index to a table at a time. No issuer begins so.
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
  return `${scope.of}#${createHash('sha256')
    .update(JSON.stringify([issuer, scope.group, ...maker]))
    .digest('base64url')}`;
};

/** Partition of the watches that are filed under a fragment; '' takes those that are filed under none. */
export const fragmentPartition = (fragment: string): string => `fragment#${fragment}`;

/** Before every id of a schedule, so that watches can be read without it. */
export const fragmentCount = '#';

export const eventKey = (id: string) => ({ pk: id, sk: 'event' });

/** Where the events of a schedule are listed and counted. */
export const eventsOf = (scheduleId: string) => ({
  index: 'bySchedule',
  partitionKey: 'schedule',
  partition: scheduleId,
  counters: `count#schedule#${scheduleId}`,
});
