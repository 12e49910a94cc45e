import type { Identity } from '../../foundation/identity.ts';
import type { Json } from '../../tosca/topology.ts';
import type { Origin } from '../clusters/origin.ts';
import type { Interrupted } from '../deployments/record/deployment.ts';
import type { Given } from '../deployments/record/given.ts';
import type { Limits } from '../providers/limits.ts';

export const scheduleStatuses = ['RUNNING', 'SUSPENDED'] as const;
export type ScheduleStatus = (typeof scheduleStatuses)[number];

/** Whose files a schedule may read: what its owner's token said when the schedule was created. */
export interface Reader {
  /** absent: the issuer's tokens have no groups */
  readonly groups?: readonly string[];
  readonly isAdministrator: boolean;
}

/** A standing rule: each new file that matches is replicated, recorded as an event, and deployed. */
export interface Schedule extends Given {
  /** UUIDv7 text */
  readonly id: string;
  /** ISO 8601 instants, UTC, milliseconds */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly createdBy: Identity;
  readonly reader: Reader;
  readonly status: ScheduleStatus;
  /** RE2; must match all of `scope:name` */
  readonly fileExpression: string;
  /** Rucio's RSE expression language */
  readonly replicationExpression: string;
  readonly numberOfReplicas: number;
  readonly parameters: { readonly [name: string]: Json };
  /** as of a deployment; absent: the template declares none, or an earlier release did not store them */
  readonly secretInputs?: readonly string[];
  readonly secretTexts?: readonly string[];
  readonly limits: Limits;
  /** each of its deployments is protected from its first instant (docs/decisions/0069); absent: it is not */
  readonly protected?: true;
  /** where its jobs may write files that it waits for; absent: nowhere, as far as anybody knows */
  readonly notes?: readonly string[];
  /** why the service suspended it; absent: it runs, or somebody else suspended it */
  readonly statusReason?: string;
  /** files that had arrived in this hour when the service suspended it: after it is resumed, only later ones count */
  readonly suspendedAt?: { readonly hour: string; readonly arrivals: number };
  /** where the schedule was made, for its deployments; absent: an earlier release did not store it */
  readonly origin?: Origin;
  /** ids of the latest changes that came with an Idempotency-Key, so that no repeat is carried out again; absent: none */
  readonly keyedChanges?: readonly string[];
  /** true: its deletion has started; it can only be deleted again */
  readonly leaving?: true;
}

/** What the matcher needs of a schedule to decide about a file. */
export type IndexedSchedule = Pick<Schedule, 'id' | 'fileExpression' | 'reader'>;

export const replicationStatuses = ['REPLICATING', 'OK', 'STUCK'] as const;
type ReplicationStatus = (typeof replicationStatuses)[number];

/** A file: scope is its bucket, name its key (docs/contract/silent-points.md, "File identity"). */
export interface File {
  readonly scope: string;
  readonly name: string;
  /** bytes, and S3's id of the version, as the notification said; absent: it did not */
  readonly size?: number;
  readonly version?: string;
}

export const textOf = ({ scope, name }: File): string => `${scope}:${name}`;

/**
 * One file that triggered a schedule: there is only one for each (schedule, scope, name), however often S3 reports the
 * file.
 */
export interface ScheduleEvent extends File {
  /** derived from schedule, scope and name: the same for every notification of the file */
  readonly id: string;
  readonly scheduleId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** ids for the deployment, chosen when the event is recorded */
  readonly deploymentId: string;
  readonly operationId: string;
  readonly replicationStatus: ReplicationStatus;
  /** why it is STUCK, or why there is no deployment */
  readonly reason?: string;
  /** where the replicas go, once chosen, and the progress of each copy */
  readonly replicas?: readonly Replica[];
  /** true: its deployment was made; if there is none now, somebody deleted it, and no other one is made */
  readonly deploymentMade?: true;
  /** the backfill that found the file; absent: the file arrived */
  readonly backfillId?: string;
  /** interruptions of its workflow; absent: none */
  readonly interrupted?: Interrupted;
}

/** The hour of an instant, such as `2026-11-28T19`. */
export const hourOf = (instant: string): string => instant.slice(0, 13);

/** The ids by which an event's lines in the log are found. */
export const idsOfEvent = ({ id: eventId, scheduleId, deploymentId, operationId }: ScheduleEvent) => ({
  eventId,
  scheduleId,
  deploymentId,
  operationId,
});

export interface Replica {
  readonly element: string;
  readonly bucket: string;
  readonly key: string;
  /** a multipart copy that has started: S3's id of the upload, and the ETags of the copied parts, in order */
  readonly upload?: { readonly id: string; readonly sourceTag: string; readonly parts: readonly string[] };
  /** copied and verified */
  readonly done?: true;
}

/** Prefix of the keys of replicas in a bucket. Files under it are our copies, and never trigger a schedule. */
export const replicaPrefix = 'toscanini-replicas/';

/**
 * Whether an object of a bucket may trigger a schedule. Our replicas may not. Nor may a folder: S3's console and many tools
 * store one as an empty object whose name ends with a slash.
 */
export const mayTrigger = ({ name, size }: File): boolean =>
  !name.startsWith(replicaPrefix) && !(size === 0 && name.endsWith('/'));

/** Unfinished copies of ours. An upload may have started even if the record does not say so. */
export const unfinishedCopies = (replicas: readonly Replica[]): readonly Replica[] =>
  replicas.filter(({ done, key }) => !done && key.startsWith(replicaPrefix));
