import type { MoveBounds } from '../moving/move-bounds.ts';
import { sooner, usualPauseMins } from '../moving/provider-outage.ts';
import type { Check } from './check.ts';
import { dailyCheck } from './checkable.ts';

interface Planning {
  readonly dailyChecks: boolean;
  readonly moving: MoveBounds;
}

/** The next day, or at once where somebody has asked meanwhile; what may move without a request is looked at more often. */
export const plannedCheck = (
  { dailyChecks, moving }: Planning,
  { deploymentId, mayMove }: Pick<Check, 'deploymentId' | 'mayMove'>,
  now: Date,
  isLate: boolean,
): Pick<Check, 'dueAt'> => {
  if (isLate) return { dueAt: now.toISOString() };
  const usual = dailyChecks ? { dueAt: dailyCheck(deploymentId, now).toISOString() } : {};
  return mayMove ? sooner(usual, now, usualPauseMins(moving.afterMins)) : usual;
};
