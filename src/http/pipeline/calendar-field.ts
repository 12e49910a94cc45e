import * as v from 'valibot';
import {
  type Calendar,
  type ExceptionalDay,
  mostExceptions,
  mostMore,
  weekdays,
} from '../../domain/office-hours/calendar.ts';
import { isTimeZone, properName, zonePattern } from '../../domain/office-hours/wall-clock.ts';
import { dayText, endTime, members, optional, timeOfDay } from './fields.ts';

const zoneRule = 'must be the name of a time zone, such as Europe/Rome';

const timeZone = v.pipe(
  v.string(zoneRule),
  v.check((name) => isTimeZone(name), zoneRule),
  v.transform(properName),
  v.metadata({ type: 'string', pattern: zonePattern, maxLength: 50 }),
);

const daysRule = `must be a list of ${weekdays.join(', ')}, each once`;

const days = v.pipe(
  v.array(v.picklist(weekdays, daysRule), daysRule),
  v.check((all) => all.length > 0 && new Set(all).size === all.length, daysRule),
  v.metadata({ type: 'array', items: { enum: [...weekdays] }, minItems: 1, uniqueItems: true }),
);

const differ = (hours: { readonly start?: string | undefined; readonly stop?: string | undefined }): boolean =>
  hours.start !== hours.stop || hours.start === undefined;

const differRule = 'must stop at another time than it starts';

const exception = v.pipe(
  members({ date: dayText, start: optional(timeOfDay), stop: optional(endTime) }),
  v.check(
    ({ start, stop }) => (start === undefined) === (stop === undefined),
    'must have start and stop, or none of them',
  ),
  v.check((hours) => differ(hours), differRule),
  v.transform(({ date, start, stop }): ExceptionalDay => ({ date, ...(start && stop && { start, stop }) })),
  v.metadata({
    type: 'object',
    properties: { date: v.getMetadata(dayText), start: v.getMetadata(timeOfDay), stop: v.getMetadata(endTime) },
    required: ['date'],
    dependentRequired: { start: ['stop'], stop: ['start'] },
    description: 'a day with other hours; without start and stop, machines are stopped all day',
  }),
);

const exceptionsRule = `must be a list of at most ${mostExceptions} days, each once`;

/** The first day that is there again. */
const twice = (all: readonly ExceptionalDay[]): string | undefined =>
  all.find(({ date }, at) => all.findIndex((each) => each.date === date) < at)?.date;

const exceptions = v.pipe(
  v.array(exception, exceptionsRule),
  v.check((all) => all.length <= mostExceptions, exceptionsRule),
  v.check(
    (all) => twice(all) === undefined,
    ({ input }) => `${exceptionsRule}: ${twice(input)} is there twice`,
  ),
  v.metadata({ type: 'array', items: v.getMetadata(exception), maxItems: mostExceptions }),
);

const weekly = v.pipe(
  members({ days, start: timeOfDay, stop: endTime }),
  v.check((hours) => differ(hours), differRule),
  v.metadata({
    type: 'object',
    properties: { days: v.getMetadata(days), start: v.getMetadata(timeOfDay), stop: v.getMetadata(endTime) },
    required: ['days', 'start', 'stop'],
  }),
);

const moreRule = `must be a list of at most ${mostMore} hours`;

const more = v.pipe(
  v.array(weekly, moreRule),
  v.maxLength(mostMore, moreRule),
  v.metadata({
    type: 'array',
    items: v.getMetadata(weekly),
    maxItems: mostMore,
    description: 'further hours, of the same days or of others',
  }),
);

/** The calendar of office hours (docs/decisions/0087). */
const calendarField = v.pipe(
  members({
    ...{ timeZone, days, start: timeOfDay, stop: endTime },
    ...{ more: optional(more), exceptions: optional(exceptions) },
  }),
  v.check((hours) => differ(hours), differRule),
  v.transform(
    ({ exceptions: others, more: further, ...hours }): Calendar => ({
      ...hours,
      ...(further && further.length > 0 && { more: further }),
      ...(others && others.length > 0 && { exceptions: others }),
    }),
  ),
  v.metadata({
    type: 'object',
    properties: {
      timeZone: v.getMetadata(timeZone),
      days: v.getMetadata(days),
      start: v.getMetadata(timeOfDay),
      stop: v.getMetadata(endTime),
      more: v.getMetadata(more),
      exceptions: v.getMetadata(exceptions),
    },
    required: ['timeZone', 'days', 'start', 'stop'],
    description:
      'when machines run, by the clocks of the time zone; a stop that is not after the start is on the next day, and 24:00 is the end of the day',
  }),
);

/** null: no office hours. */
export const calendarOrNone = v.pipe(
  v.nullable(calendarField),
  v.metadata({ anyOf: [v.getMetadata(calendarField), { type: 'null' }] }),
);
