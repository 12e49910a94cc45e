import { longestPauseSeconds } from './deadlines.ts';

/**
 * Seconds between two polls, by how long the wait has lasted (docs/decisions/0027): after minutes of waiting, users
 * want to know within seconds; after days, they do not.
 */
export const pauseSeconds = (waitedSeconds: number): number => {
  if (waitedSeconds < 2 * 60) return 3;
  if (waitedSeconds < 15 * 60) return 15;
  return waitedSeconds < 24 * 3600 ? 60 : longestPauseSeconds;
};

/** Used when a deadline is near, so that it is noticed in time. */
export const nearPauseSeconds = 10;

/** Used when nobody could be reached for some minutes. */
export const unreachablePauseSeconds = 300;
