import {
  DeadlineNearError,
  DeploymentTimeoutError,
  NotReadyError,
  ProviderTimeoutError,
  ProviderUnavailableError,
} from '../errors.ts';
import type { Attempt } from './attempt.ts';
import { after, isPast, longestPauseSeconds, outagePauseSeconds } from './deadlines.ts';
import type { Deployment } from './deployment.ts';
import type { Unreachable } from './outage.ts';

/** Which of its deadlines an attempt has passed, if any. */
export const overdue = (deployment: Deployment, attempt: Pick<Attempt, 'deadline'>, now: Date): Error | undefined => {
  const { operation, limits } = deployment;
  if (isPast(operation.deadline, now)) {
    return new DeploymentTimeoutError(`the deployment was not ready within ${limits.timeoutMins} minutes`);
  }
  if (isPast(attempt.deadline, now)) {
    return new ProviderTimeoutError(`the provider was not done within ${limits.providerTimeoutMins} minutes`);
  }
  return undefined;
};

/** What a poll throws that has seen nothing final: its deadline has passed, or is near, or it may ask again later. */
export const notYet = (deployment: Deployment, attempt: Pick<Attempt, 'deadline'>, now: Date, why: string): Error => {
  const beforeNextLook = new Date(after(now, { seconds: longestPauseSeconds }) ?? now);
  const isNear = overdue(deployment, attempt, beforeNextLook) !== undefined;
  return overdue(deployment, attempt, now) ?? (isNear ? new DeadlineNearError(why) : new NotReadyError(why));
};

type Away = Extract<Unreachable, { is: 'away' }>;

/** What a step throws while nobody can be asked: soon again in a short outage, less often in a long one. */
export const whileAway = ({ why, isLong }: Away): Error =>
  isLong ? new ProviderUnavailableError(why) : new NotReadyError(why);

/** The same where the deployment has a time of its own, which runs on: an attempt's does not. */
export const awayInTime = (deployment: Deployment, away: Away, now: Date): Error => {
  const { deadline } = deployment.operation;
  const afterPause = new Date(after(now, { seconds: outagePauseSeconds }) ?? now);
  if (deadline === undefined || !isPast(deadline, afterPause)) return whileAway(away);
  const error = notYet(deployment, { deadline }, now, away.why);
  if (!(error instanceof DeploymentTimeoutError)) return error;
  return new DeploymentTimeoutError(`${error.message}\n${away.why}`);
};
