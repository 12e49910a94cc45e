import type { Identity } from '../../../foundation/identity.ts';
import type { Page, PageRequest } from '../../../foundation/page.ts';

/** One event of a deployment, for its owner to read. */
export interface TimelineEvent {
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
] as const;

export type TimelineKind = (typeof timelineKinds)[number];

/** The events of a deployment; removed with the deployment. */
export interface Timeline {
  /** Adds nothing if an event of that name exists, or if the deployment is gone or being removed. */
  add(deploymentId: string, event: TimelineEvent): Promise<'added' | 'there' | 'gone'>;
  /** in the order of `at` */
  list(deploymentId: string, page: PageRequest): Promise<Page<TimelineEvent>>;
}
