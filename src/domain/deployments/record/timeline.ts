import type { Page, PageRequest } from '../../../foundation/page.ts';

/** One thing that happened to a deployment, for its owner to read. */
export interface TimelineEvent {
  /** unique within the deployment: a step that runs twice tells of it once */
  readonly name: string;
  readonly kind: TimelineKind;
  /** in words, without secrets: members of the group read it too */
  readonly message: string;
  /** ISO 8601 instant, UTC, milliseconds */
  readonly at: string;
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

/** What happened to a deployment; goes when the deployment goes. */
export interface Timeline {
  /** Nothing is added when one of that name is there already, or when the deployment is gone or leaving. */
  add(deploymentId: string, event: TimelineEvent): Promise<'added' | 'there' | 'gone'>;
  /** in the order of `at` */
  list(deploymentId: string, page: PageRequest): Promise<Page<TimelineEvent>>;
}
