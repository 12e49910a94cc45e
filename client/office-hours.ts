/** Office hours as people write them: `mon-fri 08:00-19:00 Europe/Rome`, or `mon-fri 08:00-12:00,13:00-18:00, sat 09:00-12:00 Europe/Rome`. The service checks the dates, and all of it once more. */

import type { OfficeHours, OtherDay, WeeklyHours } from './types.ts';

type Day = OfficeHours['days'][number];

/** As the service names them, from Monday on. */
export const weekdays: readonly Day[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** What people leave out most often. */
const fault = (text: string): string => {
  const [, short] = /(?<![\d:])(\d:\d{2})(?!\d)/.exec(text) ?? [];
  if (short !== undefined) return `: ${short} is written 0${short}`;
  if (/\d{2}:\d{2}-\d{2}:\d{2}$/.test(text) && text.includes(' ')) return ': the time zone is missing';
  return /^\d{2}:\d{2}-/.test(text) ? ': the days are missing' : '';
};

const wholeForm = /^(.*\d) +(\S+)$/;
const hoursForm = /^(\S+) +(\d{2}:\d{2}-\d{2}:\d{2}(?:,\d{2}:\d{2}-\d{2}:\d{2})*)$/;

const mustBe = "write it as 'mon-fri 08:00-19:00 Europe/Rome'";

/** SyntaxError for another form. */
export const officeHoursOf = (text: string, exceptions: readonly OtherDay[] = []): OfficeHours => {
  const [, all = '', timeZone] = wholeForm.exec(text.trim()) ?? [];
  const parts = all.split(/, +/).map((part) => hoursForm.exec(part));
  const [first, ...more] = parts.flatMap((part) => weeklyOf(part?.[1], part?.[2]));
  if (timeZone === undefined || first === undefined || parts.includes(null))
    throw new SyntaxError(`${text} are no office hours${fault(text.trim())}; ${mustBe}`);
  if (!isZone(timeZone)) throw new SyntaxError(`${timeZone} is no time zone that is known; ${mustBe}`);
  return { timeZone, ...first, ...(more.length > 0 && { more }), ...(exceptions.length > 0 && { exceptions }) };
};

const weeklyOf = (days: string | undefined, times = ''): readonly WeeklyHours[] =>
  days === undefined
    ? []
    : times.split(',').map((pair) => {
        const [start = '', stop = ''] = pair.split('-');
        requireTimes(start, stop);
        return { days: daysOf(days), start, stop };
      });

const isZone = (name: string): boolean => {
  try {
    // a distance from UTC is none: it knows no daylight saving
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch (cause) {
    if (cause instanceof RangeError) return false;
    throw cause;
  }
};

const timeForm = /^([01]\d|2[0-3]):[0-5]\d$/;

/** SyntaxError for what no clock shows, and for hours without length. Only a stop may be the end of the day. */
const requireTimes = (start: string, stop: string): void => {
  const wrong = [start, stop === '24:00' ? '00:00' : stop].find((time) => !timeForm.test(time));
  if (wrong !== undefined) throw new SyntaxError(`${wrong} is no time of the day; ${mustBe}`);
  if (start === stop) throw new SyntaxError(`${start}-${stop} stops at the time at which it starts; ${mustBe}`);
};

/** `mon-fri,sun` */
const daysOf = (text: string): readonly Day[] => {
  const named = new Set(text.toLowerCase().split(',').flatMap(rangeOf));
  return weekdays.filter((day) => named.has(day));
};

const names: readonly string[] = weekdays;

const rangeOf = (text: string): readonly Day[] => {
  const [from = '', until = from, ...others] = text.split('-');
  const [first, last] = [names.indexOf(from), names.indexOf(until)];
  if (first === -1 || last === -1 || others.length > 0)
    throw new SyntaxError(`${text} is no day of the week; ${mustBe}, with ${weekdays.join(', ')}`);
  // sat-mon goes over the end of the week
  return first <= last ? weekdays.slice(first, last + 1) : [...weekdays.slice(first), ...weekdays.slice(0, last + 1)];
};

/** `2026-12-25`, or `2026-12-24=09:00-13:00`. SyntaxError for another form. */
export const otherDayOf = (text: string): OtherDay => {
  const [, date, hours, start, stop] = /^(\d{4}-\d{2}-\d{2})(=(\d{2}:\d{2})-(\d{2}:\d{2}))?$/.exec(text) ?? [];
  if (date === undefined)
    throw new SyntaxError(
      `${text} is no other day${fault(text.trim())}; write it as 2026-12-25, or 2026-12-24=09:00-13:00`,
    );
  if (hours === undefined || start === undefined || stop === undefined) return { date };
  requireTimes(start, stop);
  return { date, start, stop };
};

export const officeHoursText = ({ timeZone, more = [], ...first }: OfficeHours): string => {
  return `${[first, ...more].map(weeklyText).join(', ')} ${timeZone}`;
};

/** `mon-fri 08:00-19:00` */
export const weeklyText = ({ days, start, stop }: WeeklyHours): string => `${daysText(days)} ${start}-${stop}`;

export const otherDayText = ({ date, start, stop }: OtherDay): string =>
  start === undefined || stop === undefined ? date : `${date}=${start}-${stop}`;

/** Three days and more in a row are a range. */
const daysText = (days: readonly Day[]): string => {
  const runs: Day[][] = [];
  for (const day of weekdays.filter((one) => days.includes(one))) {
    const run = runs.at(-1);
    const before = weekdays[weekdays.indexOf(day) - 1];
    if (run && before !== undefined && run.at(-1) === before) run.push(day);
    else runs.push([day]);
  }
  return runs.map((run) => (run.length > 2 ? `${run[0]}-${run.at(-1)}` : run.join(','))).join(',');
};
