import type { Identity } from '../../../foundation/identity.ts';
import type { Page, PageRequest } from '../../../foundation/page.ts';
import type { Deployment } from './deployment.ts';

/** What an event is about, as far as it is known: events of an earlier release do not say it. */
export interface EventSubject {
  /** id of the operation */
  readonly operation?: string | undefined;
  /** number of the attempt */
  readonly attempt?: number | undefined;
  /** id of the provider */
  readonly provider?: string | undefined;
  /** name of the node template */
  readonly node?: string | undefined;
}

/** One event of a deployment, for its owner to read. */
export interface TimelineEvent extends EventSubject {
  /** unique within the deployment, so a step that runs twice adds it once */
  readonly name: string;
  readonly kind: TimelineKind;
  /** text without secrets: members of the group read it too */
  readonly message: string;
  /** ISO 8601 instant, UTC, milliseconds */
  readonly at: string;
  /** who asked for what is told; absent: nobody did, or an earlier release wrote the event */
  readonly requestedBy?: Identity | undefined;
}

export const timelineKinds = [
  'ACCEPTED',
  'WARNING',
  'ATTEMPT_STARTED',
  'ATTEMPT_FAILED',
  'CHANGE',
  'PROVIDER_SAID',
  'OUTPUTS',
  'COMPLETE',
  'FAILED',
  'CALLBACK_SENT',
  'CALLBACK_FAILED',
  'INTERRUPTED',
  'DRIFT',
  'ENDING',
  'OFFICE_HOURS',
  'APPROVAL_NEEDED',
  'APPROVED',
] as const;

export type TimelineKind = (typeof timelineKinds)[number];

/** The events of a deployment; removed with the deployment. */
export interface Timeline {
  /**
   * Adds nothing if an event of that name exists, or if the deployment is gone or being removed. `known`: the deployment, where it was just written;
   * absent: it is read.
   */
  add(deploymentId: string, event: TimelineEvent, known?: Deployment): Promise<'added' | 'there' | 'gone'>;
  /** in the order of `at`; `wanted` takes some of them, oldest first, and the page is cut from those */
  list(
    deploymentId: string,
    page: PageRequest,
    wanted?: (oldestFirst: readonly TimelineEvent[]) => readonly TimelineEvent[],
  ): Promise<Page<TimelineEvent>>;
  /**
   * The events that were written after the event of this name, in the order in which they were written: one that is written
   * late may tell of an earlier instant. undefined: there is no event of that name.
   */
  listAfter(deploymentId: string, page: PageRequest, name: string): Promise<Page<TimelineEvent> | undefined>;
}
