/** The last instant whose year has four digits: up to it, ISO 8601 text sorts by time. */
const endOfTime = Date.parse('9999-12-31T23:59:59.999Z');

/** A longer attempt would not fit into a workflow's history (25,000 events): docs/decisions/0003. */
export const longestAttemptMins = 14_400;

/**
 * Pause between two polls of something that takes days; a deadline within the pause would be noticed late (pauses.ts).
 */
export const longestPauseSeconds = 600;

/** While an outage is shorter than this, steps poll as often as without one; then the pauses grow. */
export const shortOutageMins = 10;

/** MaxDelaySeconds of the retrier of ProviderUnavailableError; a test compares the two. */
export const outagePauseSeconds = 1_800;

/**
 * The longest outage that the retries of the workflows can cover; the configuration sets how much of it is allowed
 * (lib/configuration/limits.ts). A test compares the two.
 */
export const longestOutageMins = 24 * 60;

/**
 * For a forced deletion: the owner wants the record removed, and the sweep of orphans looks after the infrastructure
 * that is left.
 */
export const forcedOutageMins = 10;

/** For an update whose calls are never answered although the provider answers every other call. */
export const unansweredMins = 10;

/** Create calls without an answer, at a provider that answers every other call, before the next provider is tried. */
export const createTries = 3;

/** For cleaning up after a failed attempt, before the next provider is tried and the log names what is left over. */
export const cleanUpMins = 10;

/**
 * The same when nobody knows whether an infrastructure was made: longer than an interrupted call may take to have its
 * effect.
 */
export const searchSeconds = 120;

/**
 * For a deletion: the Infrastructure Manager destroys only after launching has ended
 * (docs/contract/infrastructure-manager.md, "Trap 4"), which takes hours at worst.
 */
export const deletionMins = 24 * 60;

/** Destroy calls that fail in a row before the provider counts as refusing them. */
export const destroyTries = 8;

/** Pause before the next destroy call, after `refusals` calls in a row that failed (from 1). */
export const destroyPauseSeconds = (refusals: number): number => 5 * 2 ** (refusals - 1);

/** TimeoutSeconds of the submit step: after it, no call of that step is still running. A test compares the two. */
export const submitSeconds = 90;

/** For altering one machine; some clouds restart it. */
export const alterMins = 30;

/** For starting or stopping one machine: docs/decisions/0007. */
export const actionMins = 10;

/**
 * When the sweep checks whether the workflow of an unfinished operation is alive: docs/decisions/0004. The first check
 * is an hour after the start: by then most operations are over and need no check.
 */
export const checkMins = 60;

/** The same for an action, which takes at most ten minutes, plus its retries. */
export const actionCheckMins = 20;

/** A check that failed is repeated after this time, so that others get their turn first. */
export const failedCheckMins = 5;

/** How often an interrupted workflow is resumed in another execution, unless the configuration says otherwise. */
export const resumptions = 8;

/**
 * How long after an interruption the operation is resumed, by the number of earlier interruptions: 1, 2, 4, ...
 * minutes, then every hour.
 */
export const resumeMins = (before: number): number => Math.min(2 ** before, 60);

export const nextCheck = (now: Date, minutes: number = checkMins): Date => new Date(now.getTime() + minutes * 60_000);

/** The instant that much later; undefined if that is beyond the year 9999, which means never. */
export const after = (
  instant: Date | string,
  { minutes = 0, seconds = 0 }: { readonly minutes?: number; readonly seconds?: number },
): string | undefined => {
  const later = new Date(instant).getTime() + (minutes * 60 + seconds) * 1000;
  return later <= endOfTime ? new Date(later).toISOString() : undefined;
};

/** Whether at least this much time has passed since the instant. */
export const elapsed = (
  since: string,
  now: Date,
  duration: { readonly minutes?: number; readonly seconds?: number },
): boolean => isPast(after(since, duration), now);

/** The latest of the instants; ISO 8601 texts of one form sort by time. */
export const latest = (instant: string, ...others: readonly (string | undefined)[]): string =>
  others.reduce<string>((late, other) => (other !== undefined && other > late ? other : late), instant);

/** An absent deadline is never past. */
export const isPast = (deadline: string | undefined, now: Date): boolean =>
  deadline !== undefined && now.getTime() >= Date.parse(deadline);

/** `1 minute`, `2 minutes` */
export const inMinutes = (minutes: number | undefined): string => (minutes === 1 ? '1 minute' : `${minutes} minutes`);
