import { expect, it } from 'vitest';
import { officeHoursOf, officeHoursText, otherDayOf, otherDayText } from '../../client/office-hours.ts';

const hours = { timeZone: 'Europe/Rome', start: '08:00', stop: '19:00' };

it.each([
  ['mon-fri 08:00-19:00 Europe/Rome', ['mon', 'tue', 'wed', 'thu', 'fri'], undefined],
  ['Mon,WED  08:00-19:00  Europe/Rome', ['mon', 'wed'], 'mon,wed 08:00-19:00 Europe/Rome'],
  ['sat-mon 08:00-19:00 Europe/Rome', ['mon', 'sat', 'sun'], 'mon,sat,sun 08:00-19:00 Europe/Rome'],
  ['fri-sun,mon 08:00-19:00 Europe/Rome', ['mon', 'fri', 'sat', 'sun'], 'mon,fri-sun 08:00-19:00 Europe/Rome'],
  ['sun 08:00-19:00 Europe/Rome', ['sun'], undefined],
] as const)('reads and writes office hours: %s', (text, days, again) => {
  const read = officeHoursOf(text);
  expect(read).toEqual({ ...hours, days });
  expect(officeHoursText(read)).toBe(again ?? text);
});

it.each([
  '',
  'mon-fri',
  'mon-fri 8-19 Europe/Rome',
  'mon-fri 08:00-19:00',
  'monday 08:00-19:00 UTC',
  'mon-tue-wed 08:00-19:00 UTC',
])('says how to write what is none: %j', (text) => {
  expect(() => officeHoursOf(text)).toThrow(/mon-fri 08:00-19:00 Europe\/Rome/);
});

it.each([
  ['mon-fri 8:00-19:00 UTC', ': 8:00 is written 08:00;'],
  ['mon-fri 08:00-9:30 UTC', ': 9:30 is written 09:30;'],
  ['mon-fri 08:00-19:00', ': the time zone is missing;'],
  ['08:00-19:00 UTC', ': the days are missing;'],
  ['mon-fri 25:00-26:00 UTC', '25:00 is no time of the day;'],
  ['mon-fri 24:00-08:00 UTC', '24:00 is no time of the day;'],
  ['mon-fri 08:00-08:00 UTC', '08:00-08:00 stops at the time at which it starts;'],
  ['mon-fri 08:00-19:00 Europe/Roma', 'Europe/Roma is no time zone that is known;'],
  ['mon-fri 08:00-19:00 +01:00', '+01:00 is no time zone that is known;'],
  ['sometimes', 'sometimes are no office hours;'],
])('says what is wrong with it: %s', (text, message) => {
  expect(() => officeHoursOf(text)).toThrow(message);
});

it('takes the end of the day, and refuses other days that are none', () => {
  expect(officeHoursOf('sun 00:00-24:00 UTC')).toMatchObject({ start: '00:00', stop: '24:00' });
  expect(() => otherDayOf('2026-12-24=09:00-09:00')).toThrow('stops at the time at which it starts');
});

it('says which zero another day lacks', () => {
  expect(() => otherDayOf('2026-12-24=9:00-13:00')).toThrow(
    '2026-12-24=9:00-13:00 is no other day: 9:00 is written 09:00;',
  );
});

it('reads and writes other days', () => {
  for (const text of ['2026-12-25', '2026-12-24=09:00-13:00']) expect(otherDayText(otherDayOf(text))).toBe(text);
  for (const text of ['tomorrow', '2026-12-24=9-13', '2026-12-24='])
    expect(() => otherDayOf(text)).toThrow('2026-12-24=09:00-13:00');
});

it.each([
  ['mon-fri 08:00-12:00,13:00-18:00 Europe/Rome', 'mon-fri 08:00-12:00, mon-fri 13:00-18:00 Europe/Rome', 1],
  ['mon,wed 08:00-12:00, sat 09:00-12:00 Europe/Rome', undefined, 1],
  ['mon 08:00-12:00,13:00-18:00, sat 09:00-12:00 UTC', 'mon 08:00-12:00, mon 13:00-18:00, sat 09:00-12:00 UTC', 2],
] as const)('reads and writes several pairs of times: %s', (text, written, further) => {
  const read = officeHoursOf(text);
  expect(read.more).toHaveLength(further);
  expect(officeHoursText(read)).toBe(written ?? text);
  expect(officeHoursOf(officeHoursText(read))).toEqual(read);
});

it.each(['mon-fri 08:00-12:00,13:00 UTC', 'mon-fri 08:00-12:00, 13:00-18:00 UTC', 'mon-fri 08:00-12:00, UTC'])(
  'does not take half of several pairs: %s',
  (text) => expect(() => officeHoursOf(text)).toThrow(/write it as/),
);
