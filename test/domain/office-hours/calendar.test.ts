import { describe, expect, it } from 'vitest';
import { type Calendar, isSameDay, nextMoment, nextRun, stateAt } from '../../../src/domain/office-hours/calendar.ts';
import { instantOf, isTimeZone, properName, wallTimeAt } from '../../../src/domain/office-hours/wall-clock.ts';

const rome: Calendar = {
  timeZone: 'Europe/Rome',
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  ...{ start: '08:00', stop: '19:00' },
};
const every = { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] } as const;
const next = (calendar: Calendar, from: string) => {
  const { type, at } = nextMoment(calendar, new Date(from)) ?? {};
  return [type, at];
};

describe('a calendar', () => {
  it.each([
    ['before the start', '2026-11-30T06:59:59.999Z', 'stop', ['start', '2026-11-30T07:00:00.000Z']],
    ['at the start', '2026-11-30T07:00:00.000Z', 'start', ['stop', '2026-11-30T18:00:00.000Z']],
    ['before the stop', '2026-11-30T17:59:59.999Z', 'start', ['stop', '2026-11-30T18:00:00.000Z']],
    ['at the stop', '2026-11-30T18:00:00.000Z', 'stop', ['start', '2026-12-01T07:00:00.000Z']],
    ['over the week-end', '2026-11-28T12:00:00.000Z', 'stop', ['start', '2026-11-30T07:00:00.000Z']],
  ])('says what holds and what comes next: %s', (_, now, state, moment) => {
    expect(stateAt(rome, new Date(now))).toBe(state);
    expect(next(rome, now)).toEqual(moment);
  });

  it('tells people what comes next in the words of the place', () => {
    expect(nextMoment(rome, new Date('2026-11-30T12:00:00Z'))?.text).toBe('stops Mon 30 Nov 19:00 Europe/Rome');
    expect(nextMoment(rome, new Date('2027-01-01T23:30:00Z'))?.text).toBe('starts Mon 4 Jan 08:00 Europe/Rome');
  });

  it('has exceptional days, with other hours or none', () => {
    const exceptions = [
      { date: '2026-12-24', start: '09:00', stop: '13:00' },
      { date: '2026-12-25' },
      { date: '2026-12-26', start: '10:00', stop: '11:00' },
    ];
    const holidays = { ...rome, exceptions };
    expect(next(holidays, '2026-12-24T07:30:00Z')).toEqual(['start', '2026-12-24T08:00:00.000Z']);
    expect(next(holidays, '2026-12-24T08:30:00Z')).toEqual(['stop', '2026-12-24T12:00:00.000Z']);
    expect(next(holidays, '2026-12-24T12:00:00Z')).toEqual(['start', '2026-12-26T09:00:00.000Z']);
    expect(stateAt(holidays, new Date('2026-12-25T12:00:00Z'))).toBe('stop');
  });

  it('goes over midnight where it stops before it starts, and days that touch have no moment between them', () => {
    const nights = { ...rome, start: '22:00', stop: '06:00' };
    expect(stateAt(nights, new Date('2026-12-05T02:00:00Z'))).toBe('start'); // Saturday, begun on Friday
    expect(next(nights, '2026-12-04T22:00:00Z')).toEqual(['stop', '2026-12-05T05:00:00.000Z']);
    const days = { ...rome, start: '00:00', stop: '24:00' };
    expect(next(days, '2026-11-30T12:00:00Z')).toEqual(['stop', '2026-12-04T23:00:00.000Z']);
    expect(nextMoment({ ...days, ...every }, new Date('2026-11-30T12:00:00Z'))).toBeUndefined();
  });

  describe('with several hours', () => {
    const split: Calendar = {
      ...{ ...rome, stop: '12:00' },
      more: [
        { days: rome.days, start: '13:00', stop: '18:00' },
        { days: ['sat'], start: '09:00', stop: '12:00' },
      ],
    };

    it.each([
      ['before noon', '2026-11-30T10:00:00Z', 'start', ['stop', '2026-11-30T11:00:00.000Z']],
      ['at noon', '2026-11-30T11:00:00Z', 'stop', ['start', '2026-11-30T12:00:00.000Z']],
      ['in the afternoon', '2026-11-30T12:00:00Z', 'start', ['stop', '2026-11-30T17:00:00.000Z']],
      ['on Friday evening', '2026-12-04T18:00:00Z', 'stop', ['start', '2026-12-05T08:00:00.000Z']],
      ['on Saturday', '2026-12-05T09:00:00Z', 'start', ['stop', '2026-12-05T11:00:00.000Z']],
      ['on Sunday', '2026-12-06T12:00:00Z', 'stop', ['start', '2026-12-07T07:00:00.000Z']],
    ])('says what holds and what comes next: %s', (_, now, state, moment) => {
      expect(stateAt(split, new Date(now))).toBe(state);
      expect(next(split, now)).toEqual(moment);
    });

    it('has one span of those that overlap or touch, in whatever order they are given, also over midnight', () => {
      const late = { days: rome.days, start: '22:00', stop: '02:00' };
      const all = { ...split, more: [late, { days: rome.days, start: '11:00', stop: '14:00' }, ...(split.more ?? [])] };
      expect(next(all, '2026-11-30T07:00:00Z')).toEqual(['stop', '2026-11-30T17:00:00.000Z']);
      expect(next(all, '2026-11-30T17:00:00Z')).toEqual(['start', '2026-11-30T21:00:00.000Z']);
      expect(next(all, '2026-12-04T23:30:00Z')).toEqual(['stop', '2026-12-05T01:00:00.000Z']);
    });

    it('has none of them on an exceptional day', () => {
      const other = { ...split, exceptions: [{ date: '2026-11-30', start: '12:30', stop: '12:45' }] };
      expect(next(other, '2026-11-30T06:00:00Z')).toEqual(['start', '2026-11-30T11:30:00.000Z']);
      expect(next(other, '2026-11-30T11:45:00Z')).toEqual(['start', '2026-12-01T07:00:00.000Z']);
    });

    it('keeps them apart, or joins them, where the clocks change between them', () => {
      const nights = (stop: string, start: string): Calendar => ({
        ...{ ...rome, ...every, start: '01:00', stop },
        more: [{ ...every, start, stop: '05:00' }],
      });
      // 2027-03-28, 02:00 becomes 03:00: what stops at 02:30 stops at 03:00, when the other hours start
      expect(next(nights('02:30', '03:00'), '2027-03-28T00:30:00Z')).toEqual(['stop', '2027-03-28T03:00:00.000Z']);
      expect(next(nights('01:30', '02:30'), '2027-03-28T00:30:00Z')).toEqual(['start', '2027-03-28T01:00:00.000Z']);
      // 2027-10-31, 03:00 becomes 02:00: each is the first of the two
      expect(next(nights('02:15', '02:45'), '2027-10-31T00:00:00Z')).toEqual(['stop', '2027-10-31T00:15:00.000Z']);
      expect(next(nights('02:15', '02:45'), '2027-10-31T00:15:00Z')).toEqual(['start', '2027-10-31T00:45:00.000Z']);
      expect(next(nights('02:15', '02:45'), '2027-10-31T00:45:00Z')).toEqual(['stop', '2027-10-31T04:00:00.000Z']);
    });
  });

  it('finds what comes after as many exceptions as there may be', () => {
    const mondays = Array.from({ length: 100 }, (_, index) =>
      new Date(Date.UTC(2026, 10, 30 + 7 * index)).toISOString().slice(0, 10),
    );
    const calendar = { ...rome, days: ['mon'], exceptions: mondays.map((date) => ({ date })) } as const;
    expect(next(calendar, '2026-11-30T12:00:00Z')).toEqual(['start', '2028-10-30T07:00:00.000Z']);
  });
});

describe('clocks that change', () => {
  const early = { ...every, start: '02:30', stop: '19:00' };
  it.each([
    [
      'a time that Rome jumps over is when it jumps',
      early,
      'Europe/Rome',
      '2026-03-28T23:00:00Z',
      '2026-03-29T01:00:00.000Z',
    ],
    [
      'a time that Rome shows twice is the first',
      early,
      'Europe/Rome',
      '2026-10-24T22:00:00Z',
      '2026-10-25T00:30:00.000Z',
    ],
    [
      'midnight itself is missing in Santiago',
      { ...early, start: '00:30' },
      'America/Santiago',
      '2026-09-06T03:00:00Z',
      '2026-09-06T04:00:00.000Z',
    ],
    ['half an hour in Lord Howe', early, 'Australia/Lord_Howe', '2026-10-03T13:30:00Z', '2026-10-03T15:30:00.000Z'],
    ['half hours of India', early, 'Asia/Kolkata', '2026-10-03T20:00:00Z', '2026-10-03T21:00:00.000Z'],
    ['quarters of Nepal', early, 'Asia/Kathmandu', '2026-10-03T20:00:00Z', '2026-10-03T20:45:00.000Z'],
  ])('%s', (_, calendar, timeZone, from, at) => {
    expect(next({ ...calendar, timeZone }, from)).toEqual(['start', at]);
  });

  it('starts once where the clocks show the hour twice', () => {
    const calendar = { ...early, timeZone: 'Europe/Rome' };
    for (const time of ['00:30', '00:59', '01:00', '01:29', '01:30', '12:00'])
      expect(stateAt(calendar, new Date(`2026-10-25T${time}:00Z`))).toBe('start');
    expect(next(calendar, '2026-10-25T00:30:00Z')).toEqual(['stop', '2026-10-25T18:00:00.000Z']);
  });

  it('has no hours on a day that the zone leaves out', () => {
    const apia = { ...every, timeZone: 'Pacific/Apia', start: '08:00', stop: '19:00' }; // no 30 December 2011
    expect(next(apia, '2011-12-30T04:00:00Z')).toEqual(['stop', '2011-12-30T05:00:00.000Z']); // the 29th
    expect(next(apia, '2011-12-30T05:00:00Z')).toEqual(['start', '2011-12-30T18:00:00.000Z']); // the 31st
    expect(next({ ...apia, exceptions: [{ date: '2011-12-31' }] }, '2011-12-30T05:00:00Z')).toEqual([
      'start',
      '2011-12-31T18:00:00.000Z',
    ]);
  });

  it('has no hours where the clocks jump over all of them', () => {
    const calendar = { ...every, timeZone: 'Europe/Rome', start: '02:10', stop: '02:50' };
    expect(next(calendar, '2026-03-28T12:00:00Z')).toEqual(['start', '2026-03-30T00:10:00.000Z']);
  });
});

describe('the local day', () => {
  it('is that of the zone', () => {
    const [evening, night] = [new Date('2026-11-30T22:30:00Z'), new Date('2026-11-30T23:30:00Z')];
    expect(isSameDay(rome, evening, night)).toBe(false);
    expect(isSameDay({ ...rome, timeZone: 'UTC' }, evening, night)).toBe(true);
  });

  it.each([
    ['the next moment', 'Europe/Rome', '2026-11-30T12:00:00Z', '2026-11-30T18:00:00.000Z'],
    ['the next midnight', 'Europe/Rome', '2026-11-30T20:00:00Z', '2026-11-30T23:00:00.000Z'],
    ['one in the week-end too', 'Europe/Rome', '2026-12-05T12:00:00Z', '2026-12-05T23:00:00.000Z'],
    [
      'where midnight is missing, the first instant of the day',
      'America/Santiago',
      '2026-09-06T01:00:00Z',
      '2026-09-06T04:00:00.000Z',
    ],
    [
      'where the clocks go back at midnight, the second one',
      'Asia/Beirut',
      '2026-10-24T20:30:00Z',
      '2026-10-24T22:00:00.000Z',
    ],
  ])('is looked at again when it begins: %s', (_, timeZone, from, at) => {
    expect(nextRun({ ...rome, timeZone }, new Date(from))).toBe(at);
  });
});

describe('a time zone', () => {
  it.each(['Europe/Rome', 'UTC', 'America/Argentina/Buenos_Aires', 'Asia/Calcutta', 'Etc/GMT+5'])(
    'is known: %s',
    (name) => {
      expect(isTimeZone(name)).toBe(true);
    },
  );
  it.each(['', 'Rome', 'Europe/Roma', '+01:00', 'Europe/Rome ', '../Rome', 'x'.repeat(60)])(
    'is not known: %j',
    (name) => {
      expect(isTimeZone(name)).toBe(false);
    },
  );
  it.each([
    ['europe/rome', 'Europe/Rome'],
    ['AMERICA/ARGENTINA/BUENOS_AIRES', 'AMERICA/ARGENTINA/BUENOS_AIRES'],
    ['america/port-au-prince', 'America/Port-au-Prince'],
    ['utc', 'UTC'],
    ['etc/gmt+5', 'Etc/GMT+5'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['US/Eastern', 'US/Eastern'],
  ])('is called as the database writes it, and by no other name: %s', (name, proper) => {
    expect(properName(name)).toBe(proper);
  });
  it('is read to the minute, also before 1970', () => {
    expect(wallTimeAt(Date.parse('1965-06-01T12:34:56.789Z'), 'Asia/Kathmandu')).toEqual({
      date: '1965-06-01',
      minutes: 18 * 60 + 4,
    });
    expect(instantOf({ date: '1965-06-01', minutes: 18 * 60 + 4 }, 'Asia/Kathmandu')).toBe(
      Date.parse('1965-06-01T12:34:00Z'),
    );
  });
});
