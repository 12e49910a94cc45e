import {
  DeadlineNearError,
  DeploymentTimeoutError,
  NotReadyError,
  ProviderTimeoutError,
  ProviderUnavailableError,
} from '../../../foundation/errors.ts';
import type { Attempt } from '../record/attempt.ts';
import {
  after,
  inMinutes,
  isPast,
  longestAttemptMins,
  longestPauseSeconds,
  outagePauseSeconds,
} from '../record/deadlines.ts';
import type { Deployment } from '../record/deployment.ts';
import type { Unreachable } from './outage.ts';

/** What was last seen. */
interface Seen {
  readonly why: string;
}

/** The error for the deadline that has passed, if any; its reason ends with what was last seen. */
export const overdue = (
  deployment: Deployment,
  attempt: Pick<Attempt, 'deadline'>,
  now: Date,
  { why }: Seen,
): Error | undefined => {
  const { operation, limits } = deployment;
  const reason = (what: string, minutes: number | undefined): string => `${what} within ${inMinutes(minutes)}: ${why}`;
  if (isPast(operation.deadline, now)) {
    return new DeploymentTimeoutError(reason('the deployment was not ready', limits.timeoutMins));
  }
  if (isPast(attempt.deadline, now)) {
    const most = Math.min(limits.providerTimeoutMins, longestAttemptMins);
    return new ProviderTimeoutError(reason('the provider did not finish', most));
  }
  return undefined;
};

/** The error of a poll that saw nothing final: its deadline has passed, or is near, or it may poll again later. */
export const notYet = (deployment: Deployment, attempt: Pick<Attempt, 'deadline'>, now: Date, seen: Seen): Error => {
  const beforeNextPoll = new Date(after(now, { seconds: longestPauseSeconds }) ?? now);
  const isNear = overdue(deployment, attempt, beforeNextPoll, seen) !== undefined;
  const { why } = seen;
  return overdue(deployment, attempt, now, seen) ?? (isNear ? new DeadlineNearError(why) : new NotReadyError(why));
};

type Outage = Extract<Unreachable, { is: 'away' }>;

/** The error of a step in an outage: retry soon in a short outage, less often in a long one. */
export const outageError = ({ why, isLong }: Outage): Error =>
  isLong ? new ProviderUnavailableError(why) : new NotReadyError(why);

/** The same for a deployment with a deadline of its own: an outage does not stop that one, only the attempt's. */
export const outageWithinDeadline = (deployment: Deployment, outage: Outage, now: Date): Error => {
  const { deadline } = deployment.operation;
  const afterPause = new Date(after(now, { seconds: outagePauseSeconds }) ?? now);
  if (deadline === undefined || !isPast(deadline, afterPause)) return outageError(outage);
  return notYet(deployment, { deadline }, now, outage);
};
