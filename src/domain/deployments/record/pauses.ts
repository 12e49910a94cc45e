import { longestPauseSeconds } from './deadlines.ts';

/**
 * Seconds between two looks at something, by how long it has been waited for (docs/decisions/0027): who waits for minutes wants to
 * know within seconds; who waits for days does not.
 */
export const pauseSeconds = (waitedSeconds: number): number => {
  if (waitedSeconds < 2 * 60) return 3;
  if (waitedSeconds < 15 * 60) return 15;
  return waitedSeconds < 24 * 3600 ? 60 : longestPauseSeconds;
};

/** When a deadline is near, so that it is noticed when it comes. */
export const nearPauseSeconds = 10;

/** When nobody could be asked for some minutes. */
export const awayPauseSeconds = 300;
