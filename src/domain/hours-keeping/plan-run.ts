import { actionStates } from '../actions/action-states.ts';
import { nextCheck as laterBy } from '../deployments/record/deadlines.ts';
import { type Calendar, nextRun, stateAt } from '../office-hours/calendar.ts';
import { type HoursRun, isChangedByHand, type NextHoursRun } from '../office-hours/office-hours.ts';
import type { ActionType, Resource } from '../resources/resource.ts';
import { isCompute, isInProgress } from '../resources/states.ts';

/** What the calendar asks of the machines now. */
export interface HoursPlan {
  readonly type: ActionType;
  /** machines to start or stop */
  readonly wanted: readonly Resource[];
  /** those that would be, but somebody has started or stopped them today */
  readonly left: readonly Resource[];
  /** whether some are being started or stopped already */
  readonly isBusy: boolean;
}

export const planRun = (calendar: Calendar, resources: readonly Resource[], now: Date): HoursPlan => {
  const type = stateAt(calendar, now);
  const machines = resources.filter((one) => isCompute(one) && one.physicalId !== undefined);
  const different = machines.filter(({ state }) => state === actionStates[type].from);
  const left = different.filter((one) => isChangedByHand(one, calendar, now));
  return {
    ...{ type, left, wanted: different.filter((one) => !left.includes(one)) },
    isBusy: machines.some((one) => isInProgress(one) || one.action !== undefined),
  };
};

/** Minutes until it is looked again while an operation or action runs, and after the first try. */
const againMins = 5;

/** How often machines are asked for the same until the next moment or midnight. */
export const mostTries = 6;

/** When to look next, after nothing was to be done, or could be. */
export const untilNext = (calendar: Calendar, now: Date): NextHoursRun => ({
  dueAt: nextRun(calendar, now),
});

/** While something else is in the way: soon, but what holds then counts, whatever was to be done now. */
export const soon = (calendar: Calendar, now: Date, tries?: number): NextHoursRun =>
  within(calendar, now, againMins, tries);

/** In so many minutes, or at the next moment if that comes first: from then on the tries count anew. */
const within = (calendar: Calendar, now: Date, minutes: number, tries: number | undefined): NextHoursRun => {
  const [next, again] = [nextRun(calendar, now), laterBy(now, minutes).toISOString()];
  return next <= again ? { dueAt: next } : { dueAt: again, ...(tries !== undefined && { tries }) };
};

/** Most minutes between two looks that fail: what was broken may be whole again, and the hours are late meanwhile. */
const longestFailingMins = 30;

/**
 * After a look that failed: in 5 minutes, 10, 20, 30, so that it stands behind the others. Without the calendar, which may be what
 * cannot be read.
 */
export const afterFailure = ({ failures = 0 }: HoursRun, now: Date): string =>
  laterBy(now, Math.min(againMins * 2 ** failures, longestFailingMins)).toISOString();

/** Most minutes between two tries. */
const longestMins = 60;

/** After a try: in 5 minutes, 10, 20…, since a provider that refuses a machine may do so all night. */
export const afterTry = (calendar: Calendar, now: Date, tries: number): NextHoursRun =>
  within(calendar, now, Math.min(againMins * 2 ** (tries - 1), longestMins), tries);
