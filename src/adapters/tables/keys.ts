/**
 * Names of the tables' keys and indexes, as data. The CDK app and the tests create tables from them, and the repositories
 * use them. All keys are strings. All indexes hold keys only.
 */

import { createHash } from 'node:crypto';
import type { ApprovalPlace } from '../../domain/approvals/approval.ts';
import type { Identity } from '../../foundation/identity.ts';
import type { Scope } from '../../foundation/scope.ts';
import { digestOf } from './digest.ts';
import { scheduleTables } from './schedule-keys.ts';

interface IndexDefinition {
  readonly name: string;
  readonly partitionKey: string;
  readonly sortKey: string;
}

export interface TableDefinition {
  readonly partitionKey: string;
  readonly sortKey: string;
  readonly indexes: readonly IndexDefinition[];
  /** attribute with the instant, in seconds since 1970, after which DynamoDB may delete the item */
  readonly timeToLive?: string;
}

/**
 * The table `Deployments` holds:
 * - for each deployment: its record (`sk` = `deployment`), its attempts (`attempt#0001`), its versions (`version#000001`), its events (`event#<name>`), the
 *   actions that the sweep checks (`action#<id>`), its entries in the lists by label (`label#<digest>`), the state of its checks (`check`), its end (`expiry`), its office hours (`hours`), what an attempt may have left at its provider (`orphan#0001`), and what
 *   is kept after it has ended (`ended`, which expires)
 * - for each event of the last weeks, what the stream of all events shows of it (`sk` = `stream#<digest>`, which expires); those of schedules too (`pk` = id of the schedule,
 *   `sk` = `stream#schedule#<digest>`)
 * - for each scope of a list: its counters (`pk` = `count#<scope>`)
 * - for each scope with a quota: a version, what is used of it, and what was started on a day (`pk` = `quota#<scope>`)
 * - for each group that may approve, and for who has asked: the deployments that wait for an approval (`pk` = `approval#<place>`, which expires)
 * - for each provider: its failures in a row (`pk` = `provider#<id>`)
 * - for each busy caller and span of time: how many requests (`pk` = `rate#<digest>`, which expires)
 * - for each request with an idempotency key: its result (`pk` = `request#<digest>`, which expires)
 * - for each infrastructure and machine that was adopted: which deployment has it (`pk` = `claim#<digest>`)
 * - for each group that has subscribed webhooks: all of them (`pk` = `webhooks`), and what became of the latest events for each (`pk` =
 *   `webhook-deliveries#<digest>`, which expires)
 * - for each queued callback: its state (`pk` = `callback#<id>`, which expires)
 * Only records have the attributes of all indexes. `ended` items have those of the lists, with partitions of their own, and so have `label#` and
 * `stream#` items those of the lists by creation.
 * Actions, orphans, callbacks, checks and events that are still to be told have those of `notBegun`.
 * The index `all` is one partition, as is the list of a large owner or group. DynamoDB accepts 1,000 index writes a second
 * for a partition.
 */
export const tableDefinitions = {
  deployments: {
    partitionKey: 'pk',
    sortKey: 'sk',
    timeToLive: 'expiresAt',
    indexes: [
      { name: 'byOwner', partitionKey: 'owner', sortKey: 'created' },
      { name: 'byOwnerUpdated', partitionKey: 'owner', sortKey: 'updated' },
      { name: 'byOwnerInGroup', partitionKey: 'ownerInGroup', sortKey: 'created' },
      { name: 'byOwnerInGroupUpdated', partitionKey: 'ownerInGroup', sortKey: 'updated' },
      { name: 'byGroup', partitionKey: 'group', sortKey: 'created' },
      { name: 'byGroupUpdated', partitionKey: 'group', sortKey: 'updated' },
      { name: 'all', partitionKey: 'everything', sortKey: 'created' },
      { name: 'allUpdated', partitionKey: 'everything', sortKey: 'updated' },
      { name: 'notBegun', partitionKey: 'notBegun', sortKey: 'acceptedAt' },
    ],
  },
  resources: { partitionKey: 'pk', sortKey: 'sk', indexes: [], timeToLive: 'expiresAt' },
  ...scheduleTables,
} as const satisfies Record<string, TableDefinition>;

export const recordKey = (deploymentId: string) => ({ pk: deploymentId, sk: 'deployment' });

/** A client's key may be any text of any length. So the item's key is a digest. */
export const requestKey = (owner: Identity, key: string) => ({
  pk: `request#${digestOf(owner.issuer, owner.subject, key)}`,
  sk: 'request',
});

/** The requests of a caller within one span of time. */
export const rateKey = ({ issuer, subject }: Identity, span: number) => ({
  pk: `rate#${digestOf(issuer, subject)}`,
  sk: `${span}`,
});

/** What is kept of an ended deployment. The item expires by itself. */
export const endedKey = (deploymentId: string) => ({ pk: deploymentId, sk: 'ended' });

/**
 * The prefix of the partitions of ended deployments in the lists' indexes. Issuers are URLs, so no other partition starts
 * with it.
 */
export const endedPrefix = 'ended#';

export const attemptPrefix = 'attempt#';

export const eventPrefix = 'event#';

/** Exists only while the sweep checks the action. The item expires by itself. */
export const actionKey = (deploymentId: string, actionId: string) => ({ pk: deploymentId, sk: `action#${actionId}` });

/**
 * The state of the checks of a deployment. It is removed with the record; one that a request writes
 * at that moment is removed by the next look.
 */
export const checkKey = (deploymentId: string) => ({ pk: deploymentId, sk: 'check' });

export const labelPrefix = 'label#';

/** The entry of a deployment in the lists of one label: `digest` is of the label's name, or of its name and value. */
export const labelKey = (deploymentId: string, digest: string) => ({ pk: deploymentId, sk: `${labelPrefix}${digest}` });

/** Exists only while entries are still to be brought in line with the labels of the record. */
export const labellingKey = (deploymentId: string) => ({ pk: deploymentId, sk: 'labelling' });

/** Exists while the deployment has an end. */
export const expiryKey = (deploymentId: string) => ({ pk: deploymentId, sk: 'expiry' });

/** Exists while the deployment has office hours. */
export const hoursKey = (deploymentId: string) => ({ pk: deploymentId, sk: 'hours' });

export const streamPrefix = 'stream#';

/** An event in the stream of all events. It outlives the deployment, and expires by itself. */
export const streamKey = (deploymentId: string, eventId: string) => ({
  pk: deploymentId,
  sk: `${streamPrefix}${eventId}`,
});

/** Which deployment has a thing at a provider: a digest, since its name may be any text. */
export const claimKey = (thing: string) => ({ pk: `claim#${digestOf(thing)}`, sk: 'claim' });

/** Outlives the deployment. The item expires by itself. */
export const orphanKey = (deploymentId: string, number: number) => ({
  pk: deploymentId,
  sk: `orphan#${String(number).padStart(4, '0')}`,
});

/** A callback by its id. The item leaves the index when the callback was sent or given up, and expires by itself. */
export const callbackKey = (notificationId: string) => ({ pk: `callback#${notificationId}`, sk: 'callback' });

export const versionPrefix = 'version#';

/** The number is padded, so that versions sort by number. */
export const versionKey = (deploymentId: string, number: number) => ({
  pk: deploymentId,
  sk: `${versionPrefix}${String(number).padStart(6, '0')}`,
});

export const timelineKey = (deploymentId: string, name: string) => ({ pk: deploymentId, sk: `${eventPrefix}${name}` });

/** The number is padded, so that attempts sort by number. */
export const attemptKey = (deploymentId: string, number: number) => ({
  pk: deploymentId,
  sk: `${attemptPrefix}${String(number).padStart(4, '0')}`,
});

/** No issuer contains a `#`: OpenID Connect Core 1.0, section 2, forbids fragments. */
export const ownerKey = ({ issuer, subject }: Identity): string => `${issuer}#${subject}`;

/** Whose key it is. */
export const ownerOfKey = (key: string): Identity => {
  const end = key.indexOf('#');
  return { issuer: key.slice(0, end), subject: key.slice(end + 1) };
};

/** A group with the same name at another issuer is another group. */
export const groupKey = (issuer: string, group: string): string => `${issuer}#${group}`;

/** A digest, because the three texts together may be longer than a key. */
export const ownerInGroupKey = ({ issuer, subject }: Identity, group: string): string =>
  digestOf(issuer, subject, group);

export const everything = 'everything';

/**
 * The sparse index of everything that a sweep checks. DynamoDB cannot rename an index, so it keeps the name from the time
 * when it held only what had not started. Its sort key `acceptedAt` is the instant of the acceptance only in the partition
 * `notStarted`; in the others it is the instant of the next check. Functions that answer requests never read the index.
 */
export const sweepIndex = 'notBegun';

/**
 * Partitions of the sparse index:
 * - `notStarted`: operations and events that have not started, by the instant of their acceptance
 * - `started`, `action`, `callback`: started operations and events, actions and callbacks, by the instant of the next check
 *   whether their workflow is alive (docs/decisions/0004)
 * - `backfill`: backfills that are running, by the instant of the next check whether their workflow is alive
 * - `removal`: schedules whose events are being removed, by the instant of the next check whether some are left
 * - `orphan`: infrastructures that may exist unknown, by the instant of the next search for them (docs/decisions/0023)
 * - `labelling`: deployments whose entries in the lists by label are to be completed, by the instant of the next look (docs/decisions/0070)
 * - `expiry`: deployments that end, by the instant of the next look (docs/decisions/0071)
 * - `hours`: deployments with office hours, by the instant of the next look (docs/decisions/0087)
 * - `unpublished`: events that are still to be told, by the instant at which they were written (docs/decisions/0078)
 * - `check`: standing deployments, by the instant of the next look at what stands (docs/decisions/0079)
 */
export const notStarted = 'notBegun';
export const started = 'begun';
export const action = 'action';
export const orphan = 'orphan';
export const callback = 'callback';
export const backfill = 'backfill';
export const removal = 'removal';
export const check = 'check';
export const labelling = 'labelling';
export const expiry = 'expiry';
export const hours = 'hours';
export const unpublished = 'unpublished';

/** Where the deployments of a scope are listed in the indexes. */
export const scopeKeys = (scope: Scope) => {
  switch (scope.of) {
    case 'owner':
      return { index: 'byOwner', partitionKey: 'owner', partition: ownerKey(scope.owner) };
    case 'owner-in-group':
      return {
        index: 'byOwnerInGroup',
        partitionKey: 'ownerInGroup',
        partition: ownerInGroupKey(scope.owner, scope.group),
      };
    case 'group':
      return { index: 'byGroup', partitionKey: 'group', partition: groupKey(scope.issuer, scope.group) };
    case 'all':
      return { index: 'all', partitionKey: 'everything', partition: everything };
  }
};

/** Where the records of one list are in the indexes. */
export interface Indexed {
  /** index by creation; the index by last change is called `<index>Updated` */
  readonly index: string;
  readonly partitionKey: string;
  readonly partition: string;
}

export interface Listed extends Indexed {
  /** partition of the counters of the list */
  readonly counters: string;
}

/** The outcomes of the latest attempts at a provider. */
export const providerRecordKey = (providerId: string) => ({ pk: `provider#${providerId}`, sk: 'outcomes' });

/** What administrators switch. */
export const switchesPartition = 'switches';

/** A provider that takes no new deployments. */
export const drainingKey = (providerId: string) => ({ pk: switchesPartition, sk: `draining#${providerId}` });

/** Which deployments move away from providers that are gone. */
export const movesKey = { pk: switchesPartition, sk: 'moves' } as const;

/** Exists while an administrator has stopped all moves. */
export const movesStoppedKey = { pk: switchesPartition, sk: 'moves-stopped' } as const;

/** Exists while an administrator has paused the installation. */
export const pauseKey = { pk: switchesPartition, sk: 'paused' } as const;

/** How the outside systems were when they were last asked. */
export const dependencyStatesKey = { pk: 'dependencies', sk: 'states' } as const;

/** The partition of a scope's counters. */
export const countKey = (scope: Scope): string => `count#${scope.of}#${scopeKeys(scope).partition}`;

/** The partition of the counters of a scope's list by label. */
export const labelCountKey = (digest: string, scope: Scope): string =>
  `count#${labelPrefix}${digest}#${scope.of}#${scopeKeys(scope).partition}`;

/** What all creations of a scope with a quota have to change, one after the other. */
export const quotaKey = (scope: Scope) => ({ pk: `quota#${scope.of}#${scopeKeys(scope).partition}`, sk: 'quota' });

/** What the deployments of a scope use together. */
export const usedKey = (scope: Scope) => ({ ...quotaKey(scope), sk: 'used' });

/** What the deployments of a scope have started on a day, UTC, such as 2026-11-29. The item expires by itself. */
export const startedKey = (scope: Scope, day: string) => ({ ...quotaKey(scope), sk: `day#${day}` });

/** An operation that waits for an approval, in one list. The item expires by itself. */
export const approvalKey = (place: ApprovalPlace, deploymentId: string) => ({
  pk: `approval#${placeKey(place)}`,
  sk: deploymentId,
});

const placeKey = (place: ApprovalPlace): string => {
  if (place.of === 'all') return 'all';
  return place.of === 'owner' ? `owner#${ownerKey(place.owner)}` : `group#${groupKey(place.issuer, place.group)}`;
};

/** The counter that every write tries first. Most lists never need another one. */
export const firstShard = 'shard#0';

const shards = 16;

/** One of the sixteen counters of a list, chosen by a random text: for writes that met another write in the first one. */
export const anyShard = (token: string): string =>
  `shard#${(createHash('sha256').update(token).digest().readUInt32BE() % shards).toString(16)}`;

/** Sorts by instant, then by id, so that no two deployments have the same sort value. */
export const sortValue = (instant: string, deploymentId: string): string => `${instant}#${deploymentId}`;
