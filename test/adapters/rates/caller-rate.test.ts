import { describe, expect, it } from 'vitest';
import { limitedCallers, type SharedCounts } from '../../../src/adapters/rates/caller-rate.ts';
import type { Callers } from '../../../src/foundation/caller.ts';
import { ThrottledError } from '../../../src/foundation/errors.ts';

/** The token is the subject. */
const callers: Callers = {
  identify: async (subject = '') => ({ issuer: 'https://issuer.example', subject, isAdministrator: false }),
};

const clockAt = (milliseconds: number) => {
  let now = milliseconds;
  return {
    now: () => new Date(now),
    pass: (ms: number) => {
      now += ms;
    },
  };
};

const limit = { rate: 10, burst: 100 }; // in ten seconds

/** One count for all processes, and how often it was asked. */
const shared = () => {
  const counts = new Map<string, number>();
  let calls = 0;
  const add: SharedCounts['add'] = async ({ issuer, subject }, span, requests) => {
    calls += 1;
    const key = `${issuer} ${subject} ${span}`;
    counts.set(key, (counts.get(key) ?? 0) + requests);
    return counts.get(key) ?? 0;
  };
  return { add, calls: () => calls };
};

/** How many of so many requests are answered; the others must be refused for their number. */
const answered = async (processes: readonly Callers[], subject: string, requests: number): Promise<number> => {
  let passed = 0;
  for (let n = 0; n < requests; n += 1) {
    const outcome = await processes[n % processes.length]?.identify(subject).catch((error: unknown) => error);
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ThrottledError);
    else passed += 1;
  }
  return passed;
};

describe('one process', () => {
  it('answers a burst, refuses what comes above it, and leaves other callers alone', async () => {
    const one = limitedCallers(callers, { clock: clockAt(0), limit });
    expect(await answered([one], 'olga', 500)).toBe(100);
    expect(await answered([one], 'uwe', 100)).toBe(100);
  });

  it('says when the next ones are answered, and keeps its word', async () => {
    const clock = clockAt(1_760_000_003_400);
    const one = limitedCallers(callers, { clock, limit });
    await answered([one], 'olga', 100);
    const refused = await one.identify('olga').catch((error: unknown) => error);
    expect(refused).toMatchObject({ name: 'ThrottledError', retryAfterSeconds: 7 });
    clock.pass(7_000);
    expect(await answered([one], 'olga', 500)).toBe(100);
  });

  it('tells subjects of two issuers apart', async () => {
    const two: Callers = {
      identify: async (issuer = '') => ({ issuer, subject: 'olga', isAdministrator: false }),
    };
    const one = limitedCallers(two, { clock: clockAt(0), limit });
    expect(await answered([one], 'https://one.example', 200)).toBe(100);
    expect(await answered([one], 'https://other.example', 200)).toBe(100);
  });
});

describe('many processes', () => {
  it('answer together little more than one would', async () => {
    const counts = shared();
    const clock = clockAt(0);
    const processes = Array.from({ length: 20 }, () => limitedCallers(callers, { clock, limit, shared: counts }));
    const passed = await answered(processes, 'olga', 5_000);
    expect(passed).toBeGreaterThanOrEqual(80);
    // each process may answer the first two of a span, and two for the lump that it took last
    expect(passed).toBeLessThanOrEqual(limit.burst + 20 * 4);
  });

  it('ask nothing for a caller with few requests, and once for each two percent of the burst of others', async () => {
    const counts = shared();
    const one = limitedCallers(callers, { clock: clockAt(0), limit, shared: counts });
    await answered([one], 'olga', 2);
    expect(counts.calls()).toBe(0);
    expect(await answered([one], 'olga', 5_000)).toBeLessThanOrEqual(limit.burst);
    expect(counts.calls()).toBeLessThanOrEqual(51);
  });

  it('ask nothing more for a caller who is refused', async () => {
    const counts = shared();
    const one = limitedCallers(callers, { clock: clockAt(0), limit, shared: counts });
    await answered([one], 'olga', 200);
    const before = counts.calls();
    await answered([one], 'olga', 1_000);
    expect(counts.calls()).toBe(before);
  });
});
