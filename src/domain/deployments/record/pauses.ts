import { longestPauseSeconds } from './deadlines.ts';

/**
 * Seconds between two polls, by how long the wait has lasted (docs/decisions/0027, 0044): after minutes of waiting, users
 * want to know within seconds; after days, they do not. What is ready is told within 3, 15 and 60 seconds: a pause and four
 * calls of functions.
 */
export const pauseSeconds = (waitedSeconds: number): number => {
  if (waitedSeconds < 2 * 60) return 2;
  if (waitedSeconds < 15 * 60) return 14;
  return waitedSeconds < 24 * 3600 ? 58 : longestPauseSeconds;
};

/** The same for what is being destroyed: one second less, since a second answer, a second later, confirms that it is gone. */
export const destructionPauseSeconds = (waitedSeconds: number): number =>
  waitedSeconds < 24 * 3600 ? pauseSeconds(waitedSeconds) - 1 : pauseSeconds(waitedSeconds);

/** Used when a deadline is near, so that it is noticed in time. */
export const nearPauseSeconds = 10;

/** Used when nobody could be reached for some minutes. */
export const unreachablePauseSeconds = 300;

/**
 * Used while an administrator has paused the installation: nobody waits for a backfill, and the history of its workflow (25,000 events) has to
 * last for a pause of weeks.
 */
export const heldPauseSeconds = longestPauseSeconds;
