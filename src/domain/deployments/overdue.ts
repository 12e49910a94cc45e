import { DeadlineNearError, DeploymentTimeoutError, NotReadyError, ProviderTimeoutError } from '../errors.ts';
import type { Attempt } from './attempt.ts';
import { after, isPast, longestPauseSeconds } from './deadlines.ts';
import type { Deployment } from './deployment.ts';

/** Which of its deadlines an attempt has passed, if any. */
export const overdue = ({ operation, limits }: Deployment, { deadline }: Attempt, now: Date): Error | undefined => {
  if (isPast(operation.deadline, now)) {
    return new DeploymentTimeoutError(`the deployment was not ready within ${limits.timeoutMins} minutes`);
  }
  if (isPast(deadline, now)) {
    return new ProviderTimeoutError(`the provider was not done within ${limits.providerTimeoutMins} minutes`);
  }
  return undefined;
};

/** What a poll throws that has seen nothing final: its deadline has passed, or is near, or it may ask again later. */
export const notYet = (deployment: Deployment, attempt: Attempt, now: Date, why: string): Error => {
  const beforeNextLook = new Date(after(now, { seconds: longestPauseSeconds }) ?? now);
  const isNear = overdue(deployment, attempt, beforeNextLook) !== undefined;
  return overdue(deployment, attempt, now) ?? (isNear ? new DeadlineNearError(why) : new NotReadyError(why));
};
