import { isWorking } from '../../../client/pace.ts';
import type { Schedule, ScheduleEvent } from '../../../client/types.ts';
import type { PageOf } from '../../data/page-of.ts';

export type EventPage = PageOf<ScheduleEvent>;

/** Something of it is in progress: the copies, or the deployment. */
const isUnderway = ({ replicationStatus, deployment }: ScheduleEvent): boolean =>
  replicationStatus === 'REPLICATING' || (deployment !== undefined && isWorking(deployment.status));

const isFailed = ({ replicationStatus, deployment }: ScheduleEvent): boolean =>
  replicationStatus === 'STUCK' || deployment?.status.endsWith('_FAILED') === true;

/** Milliseconds until the next question: soon while a file is under way, seldom while nothing can come. */
export const pauseOf = ({ content }: EventPage, status: Schedule['status']): number => {
  if (content.some(isUnderway)) return 2_000;
  return status === 'SUSPENDED' ? 30_000 : 5_000;
};

/** How many files there are, and how many of those that are loaded are under way or have failed. */
export const countsOf = ({ content, page: { totalElements } }: EventPage): string => {
  const underway = content.filter(isUnderway).length;
  const failed = content.filter(isFailed).length;
  const all = `${totalElements} ${totalElements === 1 ? 'file' : 'files'}`;
  const states = [underway > 0 && `${underway} under way`, failed > 0 && `${failed} failed`].filter((one) => one);
  if (states.length === 0) return all;
  return `${all}${content.length < totalElements ? `; of the newest ${content.length}: ` : ', '}${states.join(', ')}`;
};
