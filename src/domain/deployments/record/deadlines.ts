/** Last instant whose year has four digits, as ISO 8601 text that sorts like the time it means. */
const endOfTime = Date.parse('9999-12-31T23:59:59.999Z');

/** A longer attempt would not fit a workflow's history (25,000 events): docs/decisions/0003. */
export const longestAttemptMins = 14_400;

/** Between two looks at what takes days: what falls due before the next look would be noticed late (pauses.ts). */
export const longestPauseSeconds = 600;

/**
 * For a provider that answers and launches nothing: the Infrastructure Manager may never say so
 * (docs/contract/infrastructure-manager.md, "Trap 1").
 */
export const launchMins = 15;

/** While an outage is shorter it is asked as often as about what is under way; then with growing pauses. */
export const shortOutageMins = 10;

/** MaxDelaySeconds of the retrier of ProviderUnavailableError. A test compares the two. */
export const outagePauseSeconds = 1_800;

/** What the workflows' retries hold; how much of it is borne is configuration (lib/configuration/limits.ts). A test compares the two. */
export const longestOutageMins = 24 * 60;

/** For a forced deletion: its owner wants to be rid of the record, and what stands is looked after by the sweep of orphans. */
export const forcedOutageMins = 10;

/** For an update that is asked for again and again without an answer, while everything else is answered. */
export const unansweredMins = 10;

/** Calls to create that are not answered, by a provider that answers everything else, before the next one is tried. */
export const createTries = 3;

/** For cleaning up after a failed attempt, before the next provider is tried and the rest is named as left over. */
export const cleanUpMins = 10;

/** The same where nobody knows whether there is anything: as long as a call may take effect after it was cut off, and more. */
export const searchSeconds = 120;

/**
 * For a deletion: launching must end before the Infrastructure Manager destroys (docs/contract/infrastructure-manager.md,
 * "Trap 4"), and that takes hours at worst.
 */
export const deletionMins = 24 * 60;

/**
 * `configured` may still turn into `unconfigured` this long after it was first seen
 * (docs/contract/infrastructure-manager.md, "Trap 2").
 */
export const settlingSeconds = 95;

/**
 * An infrastructure is no longer in its former state this long after destruction was asked for, unless it failed
 * (docs/contract/infrastructure-manager.md, "Trap 5").
 */
export const destroyGraceSeconds = 5;

/** Between two answers that an infrastructure is gone: release 2.0.0 writes back what is read while it is destroyed. */
export const goneSeconds = 5;

/** Destructions that come to nothing, one after the other, before the provider is taken to refuse them. */
export const destroyTries = 8;

/** Before the n-th destruction after one that came to nothing, from 1. */
export const destroyPauseSeconds = (refusals: number): number => 5 * 2 ** (refusals - 1);

/** TimeoutSeconds of the submit step: after it no call of that step is in flight. A test compares the two. */
export const submitSeconds = 90;

/** How long a create call waits for its answer before it is cut off: what the adapter gives it. */
export const createSeconds = 30;

/** How long after it was cut off a create call may still take effect at the Infrastructure Manager. */
export const lostCallSeconds = 30;

/**
 * How long a call for an update may still be at work at the Infrastructure Manager after its answer was lost. It answers
 * only once the cloud has: that a machine is being added shows as pending, so this is for what comes before.
 */
export const lostUpdateSeconds = 120;

/** For altering one machine, which restarts at some clouds. */
export const alterMins = 30;

/** For starting or stopping one machine: docs/decisions/0007. */
export const actionMins = 10;

/**
 * Between two looks at whether a workflow lives that has not ended its operation: docs/decisions/0004. The first ends an
 * hour after the beginning, by when most operations are over and cost no look at all.
 */
export const lookMins = 60;

/** The same of an action, which takes ten minutes at most, and its repeats. */
export const actionLookMins = 20;

/** A look that failed is taken again this much later: others' turn first. */
export const failedLookMins = 5;

/** How often a workflow that the platform cuts off goes on in another execution, unless the configuration says otherwise. */
export const resumptions = 8;

/** How long after an interruption another execution goes on, by how many there were before: 1, 2, 4, ... minutes, then every hour. */
export const resumeMins = (before: number): number => Math.min(2 ** before, 60);

export const nextLook = (now: Date, minutes: number = lookMins): Date => new Date(now.getTime() + minutes * 60_000);

/** The instant so much later; undefined beyond the year 9999, which is never. */
export const after = (
  instant: Date | string,
  { minutes = 0, seconds = 0 }: { readonly minutes?: number; readonly seconds?: number },
): string | undefined => {
  const later = new Date(instant).getTime() + (minutes * 60 + seconds) * 1000;
  return later <= endOfTime ? new Date(later).toISOString() : undefined;
};

/** Whether so much time, or more, has gone by since the instant. */
export const elapsed = (
  since: string,
  now: Date,
  duration: { readonly minutes?: number; readonly seconds?: number },
): boolean => isPast(after(since, duration), now);

/** The later of the instants: ISO 8601 of one form sorts as text. */
export const latest = (instant: string, ...others: readonly (string | undefined)[]): string =>
  others.reduce<string>((late, other) => (other !== undefined && other > late ? other : late), instant);

/** An absent deadline is never past. */
export const isPast = (deadline: string | undefined, now: Date): boolean =>
  deadline !== undefined && now.getTime() >= Date.parse(deadline);

/** `1 minute`, `2 minutes` */
export const inMinutes = (minutes: number | undefined): string => (minutes === 1 ? '1 minute' : `${minutes} minutes`);
