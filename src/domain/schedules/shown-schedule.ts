import type { Caller } from '../../foundation/caller.ts';
import { maySeeSecrets } from '../deployments/record/access.ts';
import { cleanerFor } from '../deployments/record/disclosure.ts';
import type { Schedule } from './schedule.ts';

/** A schedule as the caller may see it: its callback may hold secrets that its parameters hold. */
export const scheduleShownTo = (caller: Caller, schedule: Schedule): Schedule => {
  const { callback } = schedule;
  return callback === undefined || maySeeSecrets(caller, schedule)
    ? schedule
    : { ...schedule, callback: cleanerFor(schedule)(callback) };
};
