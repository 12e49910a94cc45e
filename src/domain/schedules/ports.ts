/** What the schedules need of the world, beside what deployments need. Adapters implement these; src/wiring.ts joins them. */

import type { Page, PageRequest } from '../../foundation/page.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { Deployment } from '../deployments/record/deployment.ts';
import type { Filing } from './fragments.ts';
import type { File, Replica, Schedule, ScheduleEvent, ScheduleStatus, Watch } from './schedule.ts';
import type { StorageElement } from './storage-elements.ts';

export interface Schedules {
  find(id: string): Promise<Schedule | undefined>;
  list(scope: Scope, page: PageRequest): Promise<Page<Schedule>>;
  /** Writes a new schedule, counts it, and files it where files of its expression find it: all or nothing. */
  create(schedule: Schedule, filing: Filing): Promise<void>;
  /** RUNNING files it under `filing`, SUSPENDED takes it out; ConflictError when it is gone or changed at the same moment. */
  setStatus(seen: Schedule, status: ScheduleStatus, filing: Filing): Promise<Schedule>;
  /**
   * Marks it as leaving, for good, and takes it out: no file finds it any more. Gone already is fine. `onlyAsSeen`: ConflictError
   * when it has changed.
   */
  leave(schedule: Schedule, options?: { readonly onlyAsSeen: boolean }): Promise<void>;
  /** Removes record, filing and count; gone already is fine. */
  remove(schedule: Schedule): Promise<void>;
}

/** The schedules by what a file must contain to match them. */
export interface ScheduleIndex {
  /** how many schedules are filed under each fragment */
  counts(fragments: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Every running schedule filed under one of these, and those that are filed under none; each once. Strongly consistent. */
  candidates(fragments: readonly string[]): Promise<readonly Watch[]>;
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
  /** Writes an event and counts it, unless there is one with its id; answers the one that is there, and whether it has begun. */
  record(event: ScheduleEvent): Promise<{ readonly event: ScheduleEvent; readonly begun: boolean }>;
  /** The event's workflow is running: nobody need start it again. NotFoundError when the event is gone. */
  begin(id: string): Promise<ScheduleEvent>;
  /** NotFoundError when the event is gone. */
  change(id: string, changes: EventChanges): Promise<ScheduleEvent>;
  /** Events recorded before this instant whose workflow has not begun: the matcher died in between. */
  notBegun(recordedBefore: Date): Promise<readonly ScheduleEvent[]>;
  /** Removes one, and its count; gone already is fine. */
  remove(event: Pick<ScheduleEvent, 'id' | 'scheduleId'>): Promise<void>;
  /** Removes all of a schedule that is gone. */
  removeAll(scheduleId: string): Promise<void>;
}

/** The workflow of an event, fire-schedule. */
export interface EventWorkflows {
  /** Started already is fine. UnavailableError. */
  startEvent(event: ScheduleEvent): Promise<void>;
}

/** Deployments by their ids, in no order; those that are gone are left out. */
export interface DeploymentsById {
  findAll(ids: readonly string[]): Promise<readonly Deployment[]>;
}

/** The files on the storage elements. */
export interface Replicas {
  /**
   * Brings one copy forward, as far as one call may take, and answers it as it is then: `done` once it is there and was
   * verified. ReplicationFailedError when it cannot be made, UnavailableError when S3 does not answer.
   */
  advance(file: File, replica: Replica): Promise<Replica>;
  /** Gives up a copy that is not done: no upload of it in parts stays behind. UnavailableError. */
  abandon(replica: Replica): Promise<void>;
}

/** What the configuration says of files. */
export interface FileConfiguration {
  readonly elements: readonly StorageElement[];
  /** in which files arrive */
  readonly buckets: readonly string[];
  /** scope -> groups whose members may read it; a scope that is not here is everybody's */
  readonly readers: { readonly [scope: string]: readonly string[] };
}
