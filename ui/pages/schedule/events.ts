import { isWorking } from '../../../client/pace.ts';
import type { Schedule, ScheduleEvent } from '../../../client/types.ts';

export interface EventPage {
  readonly content: readonly ScheduleEvent[];
  readonly page: { readonly totalElements: number };
}

/** Something of it is in progress: the copies, or the deployment. */
export const isUnderway = ({ replicationStatus, deployment }: ScheduleEvent): boolean =>
  replicationStatus === 'REPLICATING' || (deployment !== undefined && isWorking(deployment.status));

export const isFailed = ({ replicationStatus, deployment }: ScheduleEvent): boolean =>
  replicationStatus === 'STUCK' || deployment?.status.endsWith('_FAILED') === true;

/** Milliseconds until the next question: soon while a file is under way, seldom while nothing can come. */
export const pauseOf = ({ content }: EventPage, status: Schedule['status']): number => {
  if (content.some(isUnderway)) return 2_000;
  return status === 'SUSPENDED' ? 30_000 : 5_000;
};
