import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Repeats a call whose connection was reset: a server that closes an idle connection may meet the next request on it. Only
 * for calls that are harmless when they are repeated.
 */
export const unlessReset = async <T>(send: () => Promise<T>, tries = 5): Promise<T> => {
  try {
    return await send();
  } catch (error) {
    if (tries <= 1 || !isReset(error)) throw error;
    await sleep(1_000);
    return unlessReset(send, tries - 1);
  }
};

const isReset = (error: unknown): boolean =>
  error instanceof TypeError &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'ECONNRESET';
