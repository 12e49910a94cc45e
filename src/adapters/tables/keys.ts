/**
 * Names of tables' keys and indexes, as data: the CDK app and the tests create tables from them, the repositories use
 * them. All keys are strings, all indexes hold keys only.
 */

import { createHash } from 'node:crypto';
import type { Identity } from '../../foundation/identity.ts';
import type { Scope } from '../../foundation/scope.ts';
import { scheduleTables } from './schedule-keys.ts';

export interface IndexDefinition {
  readonly name: string;
  readonly partitionKey: string;
  readonly sortKey: string;
}

export interface TableDefinition {
  readonly partitionKey: string;
  readonly sortKey: string;
  readonly indexes: readonly IndexDefinition[];
  /** attribute with the second, since 1970, after which an item may be deleted */
  readonly timeToLive?: string;
}

/**
 * `Deployments` holds for each deployment the record (`sk` = `deployment`) and its attempts (`attempt#0001`), events (`event#<name>`)
 * and actions that are looked after (`action#<id>`), what an attempt may have left at its provider (`orphan#0001`), what is kept of
 * one that has ended (`ended`, which expires), for each scope
 * of a list its counters (`pk` = `count#<scope>`), for each provider its failures in a row (`pk` = `provider#<id>`), for each
 * request that came with a key what became of it (`pk` = `request#<digest>`, which expires), and each callback that was queued
 * (`pk` = `callback#<id>`, which expires). Only the record has the indexes' attributes, and `ended` with partitions of its own; actions, orphans and callbacks have those of
 * `notBegun` too.
 *
 * `all` is one partition, as is a large owner's or group's: DynamoDB takes 1,000 index writes a second of it.
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

/** A client's key may be anything, and any length: its digest is neither. */
export const requestKey = (owner: Identity, key: string) => ({
  pk: `request#${createHash('sha256')
    .update(JSON.stringify([owner.issuer, owner.subject, key]))
    .digest('base64url')}`,
  sk: 'request',
});

/** What is kept of a deployment that has ended; expires by itself. */
export const endedKey = (deploymentId: string) => ({ pk: deploymentId, sk: 'ended' });

/** Begins the partitions of ended deployments in the lists' indexes. Issuers are URLs, so no other partition begins so. */
export const endedPrefix = 'ended#';

export const attemptPrefix = 'attempt#';

export const eventPrefix = 'event#';

/** Only while an action is looked after; expires by itself. */
export const actionKey = (deploymentId: string, actionId: string) => ({ pk: deploymentId, sk: `action#${actionId}` });

/** Outlives the deployment; expires by itself. */
export const orphanKey = (deploymentId: string, number: number) => ({
  pk: deploymentId,
  sk: `orphan#${String(number).padStart(4, '0')}`,
});

/** Of a callback by its id; taken out of the index once it was sent or given up, and expires by itself. */
export const callbackKey = (notificationId: string) => ({ pk: `callback#${notificationId}`, sk: 'callback' });

export const timelineKey = (deploymentId: string, name: string) => ({ pk: deploymentId, sk: `${eventPrefix}${name}` });

/** Padded, so that attempts sort by number. */
export const attemptKey = (deploymentId: string, number: number) => ({
  pk: deploymentId,
  sk: `${attemptPrefix}${String(number).padStart(4, '0')}`,
});

/** No issuer holds a `#`: OpenID Connect Core 1.0, section 2, forbids fragments. */
export const ownerKey = ({ issuer, subject }: Identity): string => `${issuer}#${subject}`;

/** The same name at another issuer is another group. */
export const groupKey = (issuer: string, group: string): string => `${issuer}#${group}`;

/** A digest: three texts together may be longer than a key. */
export const ownerInGroupKey = ({ issuer, subject }: Identity, group: string): string =>
  createHash('sha256')
    .update(JSON.stringify([issuer, subject, group]))
    .digest('base64url');

export const everything = 'everything';

/**
 * Partitions of the sparse index `notBegun`: of what nobody has begun, by acceptance; of operations that have begun, and
 * of actions and callbacks, by the instant from which it is to be asked whether their workflow lives (docs/decisions/0004); of
 * infrastructures that may stand unknown, by the instant from which they are to be looked for (docs/decisions/0023).
 */
export const notBegun = 'notBegun';
export const begun = 'begun';
export const action = 'action';
export const orphan = 'orphan';
export const callback = 'callback';

/** Where the deployments of a scope stand in the indexes, and where they are counted. */
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

/** Where records of one list stand in the indexes. */
export interface Indexed {
  /** index by creation; the one by change is called `<index>Updated` */
  readonly index: string;
  readonly partitionKey: string;
  readonly partition: string;
}

export interface Listed extends Indexed {
  /** partition of the counters that tell how many they are */
  readonly counters: string;
}

/** The partition of a scope's counters. */
/** What the last attempts at a provider came to. */
export const providerRecordKey = (providerId: string) => ({ pk: `provider#${providerId}`, sk: 'outcomes' });

export const countKey = (scope: Scope): string => `count#${scope.of}#${scopeKeys(scope).partition}`;

/** A scope is counted in this many items, so that writers at the same time seldom meet in one. */
const shards = 16;

/** Which of its scope's counters counts a deployment: always the same one. */
export const countShard = (deploymentId: string): string =>
  `shard#${(createHash('sha256').update(deploymentId).digest().readUInt32BE() % shards).toString(16)}`;

/** Sorts by instant, then by id, so that no two deployments have the same place. */
export const sortValue = (instant: string, deploymentId: string): string => `${instant}#${deploymentId}`;
