import type { Attempt } from '../record/attempt.ts';
import { elapsed, latest } from '../record/deadlines.ts';
import { outageOf } from './outage.ts';

/**
 * Whether a provider that answers has changed nothing for `minutes` since `from`. Outages do not count, and they do not
 * start the time again: otherwise a provider that is away now and then would be waited for without end. `attempt` is as it
 * was before the answer: nobody knows yet what the provider did during an outage that the answer ends.
 */
export const isUnchangedFor = (minutes: number, attempt: Attempt, from: string, now: Date): boolean => {
  if (outageOf(attempt) !== undefined) return false;
  const answering = new Date(now.getTime() - (attempt.awayUnchangedMs ?? 0));
  return elapsed(latest(from, attempt.saidAt), answering, { minutes });
};
