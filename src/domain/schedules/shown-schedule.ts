import type { Caller } from '../../foundation/caller.ts';
import { maySeeSecrets } from '../deployments/record/access.ts';
import { givenToGroup } from '../deployments/record/disclosure.ts';
import type { Schedule } from './schedule.ts';

/** A schedule as the caller may see it: its callback, for one, may hold secrets that its parameters hold. */
export const scheduleShownTo = (caller: Caller, schedule: Schedule): Schedule =>
  maySeeSecrets(caller, schedule) ? schedule : { ...schedule, ...givenToGroup(schedule) };
