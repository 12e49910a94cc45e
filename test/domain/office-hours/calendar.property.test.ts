/** @module-tag full */

/**
 * The calendar against another calculation: minute by minute, with the clocks of `temporal-polyfill`, which follows the standard's own text.
 * What the clocks have shown at most so far decides: so a time that they jump over counts when they jump, and one that they show twice the first time.
 */

import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { type Calendar, nextMoment, stateAt, weekdays } from '../../../src/domain/office-hours/calendar.ts';
import { instantOf } from '../../../src/domain/office-hours/wall-clock.ts';
import { sampled } from '../../support/sampled.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Instants at which the clocks of a zone change. */
const changes: readonly (readonly [string, string])[] = [
  ['Europe/Rome', '2026-03-29T01:00:00Z'],
  ['Europe/Rome', '2026-10-25T01:00:00Z'],
  ['America/Santiago', '2026-09-06T04:00:00Z'],
  ['America/Santiago', '2026-04-05T03:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Asia/Beirut', '2026-10-24T21:00:00Z'],
  ['America/Havana', '2026-11-01T05:00:00Z'],
  ['Africa/Casablanca', '2026-02-15T02:00:00Z'],
  ['Antarctica/Troll', '2026-03-29T01:00:00Z'],
  ['America/St_Johns', '2026-03-08T05:30:00Z'],
  ['Pacific/Chatham', '2026-09-26T14:00:00Z'],
  ['Pacific/Apia', '2011-12-30T10:00:00Z'],
  ['Pacific/Kwajalein', '1993-08-21T12:00:00Z'],
  ['Asia/Pyongyang', '2018-05-04T15:00:00Z'],
  ['Asia/Kathmandu', '2026-05-01T00:00:00Z'],
  ['Asia/Kolkata', '2026-05-01T00:00:00Z'],
  ['UTC', '2028-02-28T22:00:00Z'],
];

const time = (most: number) =>
  fc
    .integer({ min: 0, max: most })
    .map((all) => Temporal.PlainTime.from('00:00').add({ minutes: all }).toString().slice(0, 5));

const hours = fc
  .tuple(time(1_439), fc.oneof(time(1_439), fc.constant('24:00')))
  .filter(([start, stop]) => start !== stop)
  .map(([start, stop]) => ({ start, stop }));

/** A calendar, and an instant within two days of a change of its clocks. */
const cases = fc
  .record({
    place: fc.constantFrom(...changes),
    away: fc.integer({ min: -48 * 60, max: 48 * 60 }),
    days: fc.subarray([...weekdays], { minLength: 1 }),
    hours,
    exceptions: fc.array(fc.tuple(fc.integer({ min: -4, max: 4 }), fc.option(hours, { nil: {} })), { maxLength: 3 }),
  })
  .map(({ place: [timeZone, change], away, days, hours: usual, exceptions }) => {
    const from = Date.parse(change) + away * minute;
    const day = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone).toPlainDate();
    const dates = new Map(exceptions.map(([distance, other]) => [day.add({ days: distance }).toString(), other]));
    const calendar: Calendar = {
      timeZone,
      days,
      ...usual,
      exceptions: [...dates].map(([date, other]) => ({ date, ...other })),
    };
    return { calendar, from };
  });

const wallAt = (instant: number, timeZone: string): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainDateTime();

const runsAt = ({ days, start, stop, exceptions = [] }: Calendar, wall: Temporal.PlainDateTime): boolean =>
  [0, -1].some((distance) => {
    const date = wall.toPlainDate().add({ days: distance });
    const other = exceptions.find((one) => one.date === date.toString());
    const usual = days.includes(weekdays[date.dayOfWeek - 1] ?? 'mon') ? { start, stop } : {};
    const { start: from, stop: until } = other ?? usual;
    if (from === undefined || until === undefined) return false;
    const nextDay = date.add({ days: 1 }).toPlainDateTime();
    const end = until === '24:00' ? nextDay : until > from ? date.toPlainDateTime(until) : nextDay.withPlainTime(until);
    const begin = date.toPlainDateTime(from);
    return Temporal.PlainDateTime.compare(wall, begin) >= 0 && Temporal.PlainDateTime.compare(wall, end) < 0;
  });

/** What holds at each minute of a span, and when it first changes. */
const walk = (calendar: Calendar, from: number, minutes: number) => {
  let latest = wallAt(from - 30 * hour, calendar.timeZone);
  const see = (instant: number): void => {
    const shown = wallAt(instant, calendar.timeZone);
    if (Temporal.PlainDateTime.compare(shown, latest) > 0) latest = shown;
  };
  for (let instant = from - 30 * hour; instant < from; instant += minute) see(instant);
  return Array.from({ length: minutes }, (_, index) => {
    see(from + index * minute);
    return runsAt(calendar, latest) ? 'start' : 'stop';
  });
};

describe('a calendar', () => {
  it('says for every minute what another calculation says, and what comes next', () => {
    fc.assert(
      fc.property(cases, ({ calendar, from }) => {
        const all = walk(calendar, from, 26 * 60);
        const ours = all.map((_, index) =>
          index % 7 === 0 || index < 2 ? stateAt(calendar, new Date(from + index * minute)) : undefined,
        );
        for (const [index, state] of ours.entries()) if (state) expect([index, state]).toEqual([index, all[index]]);
        const change = all.findIndex((state) => state !== all[0]);
        const next = nextMoment(calendar, new Date(from));
        if (change === -1)
          expect(Date.parse(next?.at ?? '9999-01-01')).toBeGreaterThanOrEqual(from + all.length * minute);
        else expect(next).toMatchObject({ type: all[change], at: new Date(from + change * minute).toISOString() });
      }),
      { numRuns: sampled(40, 400) },
    );
  });

  it('finds the same instant of a local time as Temporal, where that is shown once', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.date({ min: new Date('1971-01-01'), max: new Date('2037-12-31'), noInvalidDate: true }),
        (zone, day) => {
          const local = wallAt(Math.floor(day.getTime() / minute) * minute, zone).with({ second: 0, millisecond: 0 });
          const [first, last] = (['earlier', 'later'] as const).map((disambiguation) =>
            local.toZonedDateTime(zone, { disambiguation }),
          );
          if (!first || !last || !first.equals(last)) return;
          const wall = { date: local.toPlainDate().toString(), minutes: local.hour * 60 + local.minute };
          expect(instantOf(wall, zone)).toBe(first.epochMilliseconds);
        },
      ),
      { numRuns: sampled(300, 20_000) },
    );
  });
});
