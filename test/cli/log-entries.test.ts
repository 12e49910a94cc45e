import { describe, expect, it } from 'vitest';
import { endWord } from '../../cli/flags.ts';
import { entriesSince, sinceOf } from '../../cli/log-entries.ts';

const log = `begins without a time
2026-11-23T16:00:00.000Z first
  and its second line
2026-11-23T16:10:00.500Z second
2026-11-23T16:20:00Z third
  more of it
`;

describe('a log since a time', () => {
  it.each([
    ['2026-11-23T16:00:00Z', log.slice(log.indexOf('2026'))],
    ['2026-11-23T16:00:00.001Z', log.slice(log.indexOf('2026-11-23T16:10'))],
    ['2026-11-23T16:10:00.500Z', log.slice(log.indexOf('2026-11-23T16:10'))],
    ['2026-11-23T16:15Z', '2026-11-23T16:20:00Z third\n  more of it\n'],
    ['2026-11-23T16:20:00.001Z', ''],
  ])('%s has whole entries', (since, entries) => {
    expect(entriesSince(log, sinceOf(since)(new Date(0)))).toBe(entries);
  });

  it('may be empty', () => expect(entriesSince('', new Date(0))).toBe(''));
});

describe('the time of --since', () => {
  const now = new Date('2026-11-23T17:00:00Z');

  it.each([
    ['10m', '2026-11-23T16:50:00.000Z'],
    ['2h', '2026-11-23T15:00:00.000Z'],
    ['1d', '2026-11-22T17:00:00.000Z'],
    ['999999999d', '1970-01-01T00:00:00.000Z'],
    ['2026-11-23', '2026-11-23T00:00:00.000Z'],
    ['2026-11-23T16:30+01:00', '2026-11-23T15:30:00.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ])('%s is %s', (text, instant) => expect(sinceOf(text)(now).toISOString()).toBe(instant));

  it.each(['', '10', 'yesterday', '2026-13-01', '2026-11-23T16:30', '-5m', '2026-02-31', '2026-06-31T10:00Z'])(
    '%j is none',
    (text) => {
      expect(() => sinceOf(text)).toThrow(`${text} is no time; write how long ago, such as 10m`);
    },
  );

  it.each(['2027-02-31T12:00Z', '2027-02-29T12:00:00+01:00', '2027-13-01T00:00Z', 'T'])(
    'nor is %j an end of a deployment',
    (text) => {
      expect(() => endWord(text)).toThrow(SyntaxError);
    },
  );
});
