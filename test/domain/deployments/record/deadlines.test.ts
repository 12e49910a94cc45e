import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkMins,
  destroyPauseSeconds,
  elapsed,
  inMinutes,
  after as instantAfter,
  isPast,
  latest,
  nextCheck,
  resumeMins,
} from '../../../../src/domain/deployments/record/deadlines.ts';
import { executionName } from '../../../../src/domain/deployments/record/execution-name.ts';
import { destructionPauseSeconds, pauseSeconds } from '../../../../src/domain/deployments/record/pauses.ts';

const noon = '2026-11-20T12:00:00.000Z';

describe('an instant after another', () => {
  it('is that many minutes and seconds later', () => {
    expect(instantAfter(noon, { minutes: 2, seconds: 5 })).toBe('2026-11-20T12:02:05.000Z');
    expect(instantAfter(new Date(noon), { seconds: -1 })).toBe('2026-11-20T11:59:59.000Z');
    expect(instantAfter(noon, {})).toBe(noon);
  });

  it('is never where its year would have more than four digits', () => {
    const end = '9999-12-31T23:59:59.999Z';
    expect(instantAfter(end, {})).toBe(end);
    expect(instantAfter(end, { seconds: 0.001 })).toBeUndefined();
    expect(elapsed(end, new Date(noon), { minutes: 1 })).toBe(false);
  });

  it('has passed from that instant on', () => {
    const at = (seconds: number) => new Date(Date.parse(noon) + seconds * 1000);
    expect([isPast(noon, at(-0.001)), isPast(noon, at(0)), isPast(undefined, at(1e9))]).toEqual([false, true, false]);
    expect([elapsed(noon, at(59), { minutes: 1 }), elapsed(noon, at(60), { minutes: 1 })]).toEqual([false, true]);
  });
});

describe('the latest of several instants', () => {
  it('is found in any order, and what is absent does not count', () => {
    const instant = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-01-01') });
    fc.assert(
      fc.property(instant, fc.array(fc.option(instant, { nil: undefined })), (first, others) => {
        const texts = others.map((one) => one?.toISOString());
        const expected = Math.max(first.getTime(), ...others.flatMap((one) => (one ? [one.getTime()] : [])));
        return latest(first.toISOString(), ...texts) === new Date(expected).toISOString();
      }),
    );
  });
});

describe('pauses', () => {
  it.each([
    [0, 2],
    [119, 2],
    [120, 14],
    [899, 14],
    [900, 58],
    [86_399, 58],
    [86_400, 600],
  ])('after %i seconds of waiting are %i seconds', (waited, pause) => {
    expect(pauseSeconds(waited)).toBe(pause);
  });

  it.each([
    [0, 1],
    [119, 1],
    [900, 57],
    [86_399, 57],
    [86_400, 600],
  ])(
    'of a destruction, after %i seconds of waiting, are %i seconds, since a second answer confirms it',
    (waited, pause) => {
      expect(destructionPauseSeconds(waited)).toBe(pause);
    },
  );

  it('before the next destroy call double', () => {
    expect([1, 2, 3, 4].map(destroyPauseSeconds)).toEqual([5, 10, 20, 40]);
  });

  it('before an operation is resumed double, up to an hour', () => {
    expect([0, 1, 2, 5, 6, 20].map(resumeMins)).toEqual([1, 2, 4, 32, 60, 60]);
  });
});

describe('the next check', () => {
  it('is an hour later, unless another time is given', () => {
    expect(nextCheck(new Date(noon)).toISOString()).toBe('2026-11-20T13:00:00.000Z');
    expect(nextCheck(new Date(noon), -0.5).toISOString()).toBe('2026-11-20T11:59:30.000Z');
    expect(checkMins).toBe(60);
  });
});

describe('the name of an execution', () => {
  it('is new after each interruption', () => {
    expect(executionName('o', undefined)).toBe('o');
    expect(executionName('o', { times: 2, by: 'x' })).toBe('o-r2');
  });
});

describe('minutes in words', () => {
  it.each([
    [1, '1 minute'],
    [0, '0 minutes'],
    [60, '60 minutes'],
  ])('%i', (minutes, text) => {
    expect(inMinutes(minutes)).toBe(text);
  });
});
