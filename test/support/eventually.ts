import { vi } from 'vitest';

/**
 * Waits until the assertion holds. It goes on at once when it does, and a busy machine has two minutes: vitest's own second is
 * over there before another process has started.
 */
export const eventually = <T>(assertion: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(assertion, { timeout: 120_000, interval: 20 });
