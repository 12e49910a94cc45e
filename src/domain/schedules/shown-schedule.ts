import type { Caller } from '../callers.ts';
import { maySeeSecrets } from '../deployments/access.ts';
import { cleanerFor } from '../deployments/disclosure.ts';
import type { Schedule } from './schedule.ts';

/** A schedule to a caller who may see it: its callback may hold what its parameters hold. */
export const scheduleShownTo = (caller: Caller, schedule: Schedule): Schedule => {
  const { callback } = schedule;
  return callback === undefined || maySeeSecrets(caller, schedule)
    ? schedule
    : { ...schedule, callback: cleanerFor(schedule)(callback) };
};
