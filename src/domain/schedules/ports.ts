/** The ports of schedules, beside those of deployments. Adapters implement them; src/wiring joins the two. */

import type { Identity } from '../../foundation/identity.ts';
import type { ListVersion, Page, PageRequest } from '../../foundation/page.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { Deployment } from '../deployments/record/deployment.ts';
import type { LabelCondition } from '../labels/labels.ts';
import type { Filing } from './fragments.ts';
import type { File, IndexedSchedule, Replica, Schedule, ScheduleEvent, ScheduleStatus } from './schedule.ts';
import type { StorageElement } from './storage-elements.ts';

export interface ScheduleChange {
  /** of a change that came with an Idempotency-Key */
  readonly id?: string | undefined;
  /** who asked for it; absent: the service does it */
  readonly by?: Identity | undefined;
}

export interface ScheduleRemoval extends Pick<ScheduleChange, 'by'> {
  readonly unseen?: true;
}

/** A creation, a change of the status and a removal come into the stream of all events, in the same transaction. */
export interface Schedules {
  find(id: string): Promise<Schedule | undefined>;
  /** A schedule that was deleted within a day of its creation, without its parameters: a repeat of that may come. */
  findRemoved(id: string): Promise<Schedule | undefined>;
  /** `labels`: only those with all of them. InvalidError if the page number is too deep for a filter. */
  list(scope: Scope, page: PageRequest, labels?: readonly LabelCondition[]): Promise<Page<Schedule>>;
  listVersion(scope: Scope): Promise<ListVersion>;
  /** Writes a new schedule, counts it, and files it under its fragments: all or nothing. */
  create(schedule: Schedule, filing: Filing): Promise<void>;
  /**
   * RUNNING files it under `filing`, SUSPENDED removes it there; ConflictError when it is gone or changed at the same
   * moment. The record keeps the id of the change.
   */
  setStatus(seen: Schedule, status: ScheduleStatus, filing: Filing, change?: ScheduleChange): Promise<Schedule>;
  /**
   * Marks the schedule for good as being deleted, and removes it from the index, so no file finds it. No error if already
   * gone. `onlyAsSeen`: ConflictError when it has changed.
   */
  markRemoving(schedule: Schedule, options?: { readonly onlyAsSeen: boolean }): Promise<void>;
  /**
   * Removes record, index entries and count; no error if already gone. `unseen`: its creation is undone, so the stream of all events shows nothing of it.
   */
  remove(schedule: Schedule, options?: ScheduleRemoval): Promise<void>;
}

/** The index of schedules, by what a file must contain to match them. */
export interface ScheduleIndex {
  /** how many schedules are filed under each fragment */
  counts(fragments: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Every running schedule filed under one of these fragments, and those filed under none; each once. Strongly
   * consistent.
   */
  candidates(fragments: readonly string[]): Promise<readonly IndexedSchedule[]>;
}

export type EventChanges = {
  readonly [K in keyof Pick<
    ScheduleEvent,
    'replicationStatus' | 'reason' | 'replicas' | 'deploymentMade' | 'interrupted'
  >]?: ScheduleEvent[K];
};

export interface ScheduleEvents {
  find(id: string): Promise<ScheduleEvent | undefined>;
  list(scheduleId: string, page: PageRequest): Promise<Page<ScheduleEvent>>;
  listVersion(scheduleId: string): Promise<ListVersion>;
  /**
   * Writes an event and counts it, unless there is one with its id. Returns the stored event, and whether it has started.
   */
  record(event: ScheduleEvent): Promise<{ readonly event: ScheduleEvent; readonly begun: boolean }>;
  /** How many files have arrived for the schedule in this hour; those that a backfill found are not counted. */
  arrivals(scheduleId: string, hour: string): Promise<number>;
  /** Marks the event's workflow as started, so nobody starts it again. NotFoundError when the event is gone. */
  markStarted(id: string): Promise<ScheduleEvent>;
  /** NotFoundError when the event is gone. */
  change(id: string, changes: EventChanges): Promise<ScheduleEvent>;
  /**
   * Ends an event that is REPLICATING: it is STUCK with this reason, and the stream of all events says so, both or nothing. No error if it has ended already.
   * NotFoundError when the event is gone.
   */
  fail(event: ScheduleEvent, reason: string, schedule: Schedule): Promise<void>;
  /**
   * Events recorded before this instant whose workflow has not started, the oldest first, at most `limit` (default: all): the matcher died in
   * between, or the installation was paused.
   */
  notStarted(recordedBefore: Date, limit?: number): Promise<readonly ScheduleEvent[]>;
  /** Removes one event and its count; no error if already gone. */
  remove(event: Pick<ScheduleEvent, 'id' | 'scheduleId'>): Promise<void>;
  /** Removes all events of a schedule that is gone. After `until` it stops, and returns false if some are left. */
  removeAll(scheduleId: string, until?: Date): Promise<boolean>;
  /** Notes that the events of a schedule are being removed, so that the sweep removes what is left after `nextCheck`. */
  startRemoval(scheduleId: string, nextCheck: Date): Promise<void>;
  /** The schedules whose events are being removed, with a check before this instant. */
  removalsDue(before: Date): Promise<readonly string[]>;
  endRemoval(scheduleId: string): Promise<void>;
}

/** The workflow of an event, fire-schedule. */
export interface EventWorkflows {
  /** No error if already started. UnavailableError. */
  startEvent(event: ScheduleEvent): Promise<void>;
}

/** Deployments by their ids, in any order; those that are gone are left out. */
export interface DeploymentsById {
  findAll(ids: readonly string[]): Promise<readonly Deployment[]>;
  /** Whether any deployment in this scope has changed. */
  versionOf(scope: Scope): Promise<ListVersion>;
}

/** The files on the storage elements. */
export interface Replicas {
  /**
   * Continues one copy, as far as one call may take, and returns its progress: `done` once the copy is there and
   * verified. ReplicationFailedError when it cannot be made, UnavailableError when S3 does not answer.
   */
  advance(file: File, replica: Replica): Promise<Replica>;
  /** Gives up an unfinished copy and removes its multipart upload. UnavailableError. */
  abandon(replica: Replica): Promise<void>;
}

/** The configuration of files. */
export interface FileConfiguration {
  readonly elements: readonly StorageElement[];
  /** buckets in which files arrive */
  readonly buckets: readonly string[];
  /** scope -> groups whose members may read it; every user may read a scope that is not listed */
  readonly readers: { readonly [scope: string]: readonly string[] };
}
