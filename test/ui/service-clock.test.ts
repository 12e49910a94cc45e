import { afterEach, describe, expect, it, vi } from 'vitest';
import { ahead, learnClock, serviceTime } from '../../ui/data/service-clock.ts';

const hour = 3_600_000;
const answerOf = (date: string | undefined) => new Response('', date === undefined ? {} : { headers: { date } });

describe('the time of the service', () => {
  afterEach(() => {
    vi.useRealTimers();
    ahead.value = 0;
  });

  it.each([hour, -hour, 24 * hour, -24 * hour])('is known where the clock of the device is wrong by %i ms', (by) => {
    vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00Z') + by });
    learnClock(answerOf('Fri, 20 Nov 2026 12:00:00 GMT'));
    expect(new Date(serviceTime()).toISOString()).toBe('2026-11-20T12:00:00.000Z');
  });

  it('does not jump with answers that were some seconds on their way', () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-20T13:00:00Z') });
    for (const second of ['00', '20', '05']) learnClock(answerOf(`Fri, 20 Nov 2026 12:00:${second} GMT`));
    expect(ahead.value).toBe(hour);
  });

  it('is that of the device where both agree, or an answer says none', () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:20Z') });
    for (const date of ['Fri, 20 Nov 2026 12:00:00 GMT', undefined, 'soon']) learnClock(answerOf(date));
    expect(ahead.value).toBe(0);
  });
});
