import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  checksEarlySet,
  creationLimitsSet,
  endedDaysSet,
  importBounds,
  privateCallbacks,
  resumptionsSet,
  toleratedOutages,
} from '../../../src/adapters/configuration/bounds.ts';
import { longestOutageMins, resumptions } from '../../../src/domain/deployments/record/deadlines.ts';

afterEach(() => vi.unstubAllEnvs());

/** Variable, its reader, what it gives when unset, when set to 7, and the least number it takes. */
const numbers: readonly (readonly [string, () => unknown, unknown, unknown, number])[] = [
  ['IMPORT_BYTES', importBounds, {}, { maxBytes: 7 }, 1],
  ['OUTAGE_MINS', toleratedOutages, { outageMins: longestOutageMins }, { outageMins: 7 }, 1],
  ['ENDED_DAYS', endedDaysSet, 30, 7, 0],
  ['RESUMPTIONS', resumptionsSet, resumptions, 7, 0],
];

describe.each(numbers)('the bound %s', (name, read, unset, seven, least) => {
  it.each([undefined, ''])('is the default when it is unset: %j', (value) => {
    vi.stubEnv(name, value);
    expect(read()).toEqual(unset);
  });

  it('is the number that is set', () => {
    vi.stubEnv(name, '7');
    expect(read()).toEqual(seven);
  });

  it('may be the least number', () => {
    vi.stubEnv(name, `${least}`);
    expect(read()).not.toEqual(unset);
  });

  it.each([`${least - 1}`, '7.5', 'seven', '7 days'])('refuses %s, instead of a default that nobody chose', (value) => {
    vi.stubEnv(name, value);
    expect(read).toThrow(`${name} has the wrong form: expected a whole number from ${least}`);
  });
});

const rome = { timeZone: 'Europe/Rome', days: ['mon', 'fri'], start: '08:00', stop: '24:00' };

describe('the usual office hours', () => {
  it('are as set, for all and for groups', () => {
    const exceptions = [{ date: '2026-12-25' }, { date: '2026-12-24', start: '09:00', stop: '13:00' }];
    const officeHours = { calendar: { ...rome, exceptions }, groups: { physics: rome, chemistry: null } };
    vi.stubEnv('CREATION_LIMITS', JSON.stringify({ officeHours }));
    expect(creationLimitsSet()).toEqual({ officeHours });
  });

  it('are in the zone as its database writes it', () => {
    const calendar = { ...rome, timeZone: 'europe/rome' };
    vi.stubEnv('CREATION_LIMITS', JSON.stringify({ officeHours: { calendar } }));
    expect(creationLimitsSet()).toEqual({ officeHours: { calendar: rome } });
  });

  it.each([
    [{ ...rome, timeZone: 'Europe/Roma' }, 'expected a time zone such as Europe/Rome'],
    [{ ...rome, days: [] }, 'days'],
    [{ ...rome, start: '24:00' }, 'expected a time such as 08:00'],
    [{ ...rome, stop: '08:00' }, 'it stops when it starts'],
    [{ ...rome, exceptions: [{ date: '2026-13-25' }] }, 'expected a day such as 2026-12-25'],
    [{ ...rome, exceptions: [{ date: '2026-12-25', start: '08:00' }] }, 'start and stop belong together'],
    [{ ...rome, exceptions: Array.from({ length: 101 }, () => ({ date: '2026-12-25' })) }, '100'],
    [{ ...rome, exceptions: Array.from({ length: 99 }, () => ({ date: '2026-12-25' })) }, 'at most 2000 characters'],
  ])('refuse %j', (calendar, why) => {
    vi.stubEnv('CREATION_LIMITS', JSON.stringify({ officeHours: { calendar } }));
    expect(creationLimitsSet).toThrow(why);
  });
});

describe('the limits of a creation', () => {
  it("are the service's own when they are unset", () => {
    vi.stubEnv('CREATION_LIMITS', undefined);
    expect(creationLimitsSet()).toEqual({});
  });

  it.each([{}, { bodyBytes: 1 }, { providerTimeoutMins: 1, mostTimeoutMins: 2, bodyBytes: 3 }])(
    'are as set: %j',
    (set) => {
      vi.stubEnv('CREATION_LIMITS', JSON.stringify(set));
      expect(creationLimitsSet()).toEqual(set);
    },
  );

  it.each(['{"bodyBytes":0}', '{"providerTimeoutMins":1.5}', '{"timeoutMins":1}', 'none'])('refuse %s', (value) => {
    vi.stubEnv('CREATION_LIMITS', value);
    expect(creationLimitsSet).toThrow('CREATION_LIMITS has the wrong form');
  });
});

describe('what is only for a laptop', () => {
  it.each([undefined, '', 'false', 'no'])('is off with %j', (value) => {
    vi.stubEnv('CHECK_EARLY', value);
    vi.stubEnv('CALLBACKS_TO_PRIVATE_ADDRESSES', value);
    expect([checksEarlySet(), privateCallbacks()]).toEqual([false, false]);
  });

  it('is on with true', () => {
    vi.stubEnv('CHECK_EARLY', 'true');
    vi.stubEnv('CALLBACKS_TO_PRIVATE_ADDRESSES', 'True');
    expect([checksEarlySet(), privateCallbacks()]).toEqual([true, true]);
  });
});
