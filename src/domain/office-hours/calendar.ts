/** When the machines of a deployment run: docs/decisions/0087. */

import type { ActionType } from '../resources/resource.ts';
import { dateAfter, instantOf, type WallTime, wallTimeAt } from './wall-clock.ts';

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/** A date on which other hours hold. */
export interface ExceptionalDay {
  /** such as 2026-12-24 */
  readonly date: string;
  /** both or none; absent: the machines are stopped all day */
  readonly start?: string | undefined;
  readonly stop?: string | undefined;
}

/** Hours of some days of the week. */
export interface WeeklyHours {
  readonly days: readonly Weekday[];
  /** local time, such as 08:00 */
  readonly start: string;
  /** local time; 24:00 is the end of the day, and one that is not after `start` is on the next day */
  readonly stop: string;
}

export interface Calendar extends WeeklyHours {
  /** a name of the IANA time zone database, such as Europe/Rome */
  readonly timeZone: string;
  /** further hours of the same days, or of others: those of a day that overlap or touch are one */
  readonly more?: readonly WeeklyHours[] | undefined;
  readonly exceptions?: readonly ExceptionalDay[] | undefined;
}

/** What the machines do next, and when. */
export interface Moment {
  readonly type: ActionType;
  /** ISO 8601 instant, UTC, milliseconds */
  readonly at: string;
  /** for people, such as `stops Mon 30 Nov 19:00 Europe/Rome` */
  readonly text: string;
}

export const mostExceptions = 100;

/** Hours besides the first ones: two pairs of times for each day of the week, each with other times. */
export const mostMore = 13;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Milliseconds since 1970, the end excluded. */
interface Span {
  readonly from: number;
  readonly until: number;
}

const weekdayOf = (date: string): Weekday | undefined => weekdays[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7];

const hoursOn = (
  { more = [], exceptions = [], ...first }: Calendar,
  date: string,
): readonly Pick<ExceptionalDay, 'start' | 'stop'>[] => {
  const other = exceptions.find((one) => one.date === date);
  return other ? [other] : [first, ...more].filter(({ days }) => days.some((day) => day === weekdayOf(date)));
};

/** When they run that are started on this date, in the order of their starts. */
const spansFrom = (calendar: Calendar, date: string): readonly Span[] =>
  hoursOn(calendar, date)
    .flatMap((hours) => spanOf(calendar, date, hours) ?? [])
    .toSorted((one, other) => one.from - other.from);

const spanOf = (
  calendar: Calendar,
  date: string,
  { start, stop }: Pick<ExceptionalDay, 'start' | 'stop'>,
): Span | undefined => {
  if (start === undefined || stop === undefined) return undefined;
  const [startMinutes, stopMinutes] = [minutesOf(start), minutesOf(stop)];
  const lastDate = stopMinutes > startMinutes ? date : dateAfter(date, 1);
  const from = instantOf({ date, minutes: startMinutes }, calendar.timeZone);
  const until = instantOf({ date: lastDate, minutes: stopMinutes }, calendar.timeZone);
  return from < until ? { from, until } : undefined; // the clocks may jump over all of it
};

/** More days than exceptions can fill, if one day of the week has hours. */
const horizonDays = 7 * (mostExceptions + 2);

/** From those that may have begun before `now`, in their order. */
const spansAround = function* (calendar: Calendar, now: number): Generator<Span> {
  const { date } = wallTimeAt(now, calendar.timeZone);
  for (let days = -3; days <= horizonDays; days += 1) {
    for (const span of spansFrom(calendar, dateAfter(date, days))) if (span.until > now) yield span;
  }
};

/** What holds at an instant: after `start` the machines run. */
export const stateAt = (calendar: Calendar, now: Date): ActionType => {
  for (const { from } of spansAround(calendar, now.getTime())) return from <= now.getTime() ? 'start' : 'stop';
  return 'stop';
};

/** What comes next; undefined: nothing within the years that the exceptions reach. */
export const nextMoment = (calendar: Calendar, now: Date): Moment | undefined => {
  let until: number | undefined;
  for (const span of spansAround(calendar, now.getTime())) {
    if (until === undefined && span.from > now.getTime()) return momentAt(calendar, 'start', span.from);
    if (until !== undefined && span.from > until) return momentAt(calendar, 'stop', until);
    until = Math.max(until ?? span.until, span.until);
  }
  return undefined;
};

const verbs = { start: 'starts', stop: 'stops' } as const satisfies Record<ActionType, string>;

const momentAt = ({ timeZone }: Calendar, type: ActionType, instant: number): Moment => ({
  type,
  at: new Date(instant).toISOString(),
  text: `${verbs[type]} ${wallTimeText(wallTimeAt(instant, timeZone))} ${timeZone}`,
});

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const twoDigits = (value: number): string => `${value}`.padStart(2, '0');

/** `Mon 30 Nov 19:00` */
const wallTimeText = ({ date, minutes }: WallTime): string => {
  const day = weekdayOf(date) ?? '';
  const [, month = '', dayOfMonth = ''] = date.split('-');
  const time = `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
  return `${day.slice(0, 1).toUpperCase()}${day.slice(1)} ${Number(dayOfMonth)} ${months[Number(month) - 1]} ${time}`;
};

/** Whether an instant is on the local day of another one. */
export const isSameDay = ({ timeZone }: Calendar, one: Date, other: Date): boolean =>
  wallTimeAt(one.getTime(), timeZone).date === wallTimeAt(other.getTime(), timeZone).date;

/** When to look next: at the next moment, or when the next local day begins, which ends the protection of what was changed by hand. */
export const nextRun = (calendar: Calendar, now: Date): string => {
  const { date } = wallTimeAt(now.getTime(), calendar.timeZone);
  const midnights = [1, 2].map((days) => instantOf({ date: dateAfter(date, days), minutes: 0 }, calendar.timeZone));
  const midnight = midnights.find((instant) => instant > now.getTime()) ?? Number.POSITIVE_INFINITY;
  const next = nextMoment(calendar, now);
  return new Date(Math.min(midnight, next === undefined ? midnight : Date.parse(next.at))).toISOString();
};
