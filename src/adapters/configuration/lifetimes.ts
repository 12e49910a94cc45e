import * as v from 'valibot';
import { mostExceptions, mostMore, weekdays } from '../../domain/office-hours/calendar.ts';
import { isTimeZone, properName } from '../../domain/office-hours/wall-clock.ts';
import { recordOf, strict, wholeNumber } from '../../foundation/shape/schemas.ts';

const minutes = v.optional(v.pipe(wholeNumber, v.minValue(1)));

const bounds = { defaultMins: minutes, longestMins: minutes };

interface Bounds {
  readonly defaultMins?: number | undefined;
  readonly longestMins?: number | undefined;
}

const isInOrder = ({ defaultMins = 0, longestMins = Number.POSITIVE_INFINITY }: Bounds): boolean =>
  defaultMins <= longestMins;
const inOrder = 'defaultMins is more than longestMins';

/** How long deployments live, in minutes, and those of some groups (docs/decisions/0071). */
export const lifetimeBounds = v.pipe(
  strict({
    ...bounds,
    /** for deployments of these groups; what one leaves out is as above */
    groups: v.optional(recordOf(v.string(), v.pipe(strict(bounds), v.check(isInOrder, inOrder)))),
  }),
  v.check(isInOrder, inOrder),
);

const start = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'expected a time such as 08:00'));
const stop = v.pipe(v.string(), v.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'expected a time such as 19:00'));
const date = v.pipe(v.string(), v.isoDate('expected a day such as 2026-12-25'));

const differ = (hours: { readonly start?: string | undefined; readonly stop?: string | undefined }): boolean =>
  hours.start === undefined || hours.start !== hours.stop;
const differRule = 'it stops when it starts';

const days = v.pipe(v.array(v.picklist(weekdays)), v.minLength(1));

const weekly = v.pipe(
  strict({ days, start, stop }),
  v.check((hours) => differ(hours), differRule),
);

const calendar = v.pipe(
  strict({
    timeZone: v.pipe(
      v.string(),
      v.check((name) => isTimeZone(name), 'expected a time zone such as Europe/Rome'),
      v.transform(properName),
    ),
    ...{ days, start, stop },
    more: v.optional(v.pipe(v.array(weekly), v.maxLength(mostMore))),
    exceptions: v.optional(
      v.pipe(
        v.array(
          v.pipe(
            strict({ date, start: v.optional(start), stop: v.optional(stop) }),
            v.check((day) => (day.start === undefined) === (day.stop === undefined), 'start and stop belong together'),
            v.check((hours) => differ(hours), differRule),
          ),
        ),
        v.maxLength(mostExceptions),
      ),
    ),
  }),
  v.check((hours) => differ(hours), differRule),
);

/** A function has 4 KB for all its variables. */
const mostCharacters = 2_000;

/** When machines run of deployments whose requests say nothing (docs/decisions/0087). */
export const usualHours = v.pipe(
  strict({
    calendar: v.optional(calendar),
    /** for deployments of these groups, in the place of the other one; null: none */
    groups: v.optional(recordOf(v.string(), v.nullable(calendar))),
  }),
  v.check(
    (all) => JSON.stringify(all).length <= mostCharacters,
    `expected at most ${mostCharacters} characters in all`,
  ),
);
