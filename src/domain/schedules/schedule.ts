import type { Identity } from '../../foundation/identity.ts';
import type { Json } from '../../tosca/topology.ts';
import type { Origin } from '../clusters/origin.ts';
import type { Interrupted } from '../deployments/record/deployment.ts';
import type { Limits } from '../providers/limits.ts';

export const scheduleStatuses = ['RUNNING', 'SUSPENDED'] as const;
export type ScheduleStatus = (typeof scheduleStatuses)[number];

/** Whose files a schedule may see: what its owner's token said when it was created. */
export interface Reader {
  /** absent: the issuer does not tell groups */
  readonly groups?: readonly string[];
  readonly isAdministrator: boolean;
}

/** A standing rule: each new file that matches is replicated, recorded as an event, and deployed. */
export interface Schedule {
  /** UUIDv7 text */
  readonly id: string;
  /** ISO 8601 instants, UTC, milliseconds */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly createdBy: Identity;
  /** whose members may read it, and for which its deployments are made */
  readonly userGroup?: string;
  readonly reader: Reader;
  readonly status: ScheduleStatus;
  /** RE2; must match all of `scope:name` */
  readonly fileExpression: string;
  /** Rucio's RSE expression language */
  readonly replicationExpression: string;
  readonly numberOfReplicas: number;
  readonly callback?: string;
  readonly parameters: { readonly [name: string]: Json };
  readonly limits: Limits;
  /** what its deployments are told of where it was made; absent: an earlier release did not keep it */
  readonly origin?: Origin;
  /** its deletion has begun: it can be deleted again, and nothing else */
  readonly leaving?: true;
}

/** What the matcher needs of a schedule to decide about a file. */
export type Watch = Pick<Schedule, 'id' | 'fileExpression' | 'reader'>;

export const replicationStatuses = ['REPLICATING', 'OK', 'STUCK'] as const;
export type ReplicationStatus = (typeof replicationStatuses)[number];

/** A file: scope is its bucket, name its key (docs/contract/silent-points.md, "File identity"). */
export interface File {
  readonly scope: string;
  readonly name: string;
}

export const textOf = ({ scope, name }: File): string => `${scope}:${name}`;

/** One file that triggered a schedule: there is one for a (schedule, scope, name), whatever arrives how often. */
export interface ScheduleEvent extends File {
  /** made of schedule, scope and name: the same for every notification of the file */
  readonly id: string;
  readonly scheduleId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** ids that the deployment gets, decided when the event is recorded */
  readonly deploymentId: string;
  readonly operationId: string;
  readonly replicationStatus: ReplicationStatus;
  /** why it is STUCK, or why there is no deployment */
  readonly reason?: string;
  /** where the replicas go, once decided, and how far each copy is */
  readonly replicas?: readonly Replica[];
  /** its deployment was made: where there is none, somebody has deleted it since, and no other one is made */
  readonly deploymentMade?: true;
  /** of its workflow; absent: never */
  readonly interrupted?: Interrupted;
}

/** By which the lines of the log that belong to an event are found. */
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
  /** a copy in parts that has begun: S3's id of the upload, and the ETags of the parts that are there, in order */
  readonly upload?: { readonly id: string; readonly sourceTag: string; readonly parts: readonly string[] };
  /** copied and verified */
  readonly done?: true;
}

/** Where replicas are kept in a bucket. Files below it are copies of ours, and never trigger a schedule. */
export const replicaPrefix = 'toscanini-replicas/';
