/** What is still to be done about the end of a deployment: one item beside its record, which a sweep finds (docs/decisions/0071). */
export interface Expiry {
  readonly deploymentId: string;
  /** ISO 8601 instants. The record has the same one: this item is written with it */
  readonly expiresAt: string;
  /** when the end was set */
  readonly setAt: string;
  /** when to look next */
  readonly dueAt: string;
  /** the last that was told of this end; absent: nothing */
  readonly told?: 'soon' | 'protected';
}

export interface Expiries {
  /** those with a look that is due, the oldest first */
  due(now: Date, limit: number): Promise<readonly Expiry[]>;
  /** Writes what is to be done next; nothing if the end was changed, or somebody else has looked meanwhile. */
  replace(seen: Expiry, next: Pick<Expiry, 'dueAt' | 'told'>): Promise<void>;
  /** Removes it if nothing has changed: its deployment is gone, or has no end. */
  remove(seen: Expiry): Promise<void>;
}

/** Minutes before the end at which its owner is told, unless the installation says otherwise. */
export const usualWarnings: readonly number[] = [2_880, 120, 30];

const before = (expiresAt: string, minutes: number): number => Date.parse(expiresAt) - minutes * 60_000;

/** The next instant at which something is to be done: the next warning, else the end. */
export const nextMoment = (
  { expiresAt }: Pick<Expiry, 'expiresAt'>,
  warnings: readonly number[],
  now: Date,
): string => {
  const moments = warnings.map((minutes) => before(expiresAt, minutes)).filter((at) => at > now.getTime());
  return new Date(Math.min(...moments, Date.parse(expiresAt))).toISOString();
};

/** Whether one of the warnings is due that was not at the last look, or at the instant when the end was set. */
export const isWarningDue = ({ expiresAt, setAt, dueAt }: Expiry, warnings: readonly number[], now: Date): boolean =>
  warnings.some((minutes) => {
    const at = before(expiresAt, minutes);
    return at > Date.parse(setAt) && at >= Date.parse(dueAt) && at <= now.getTime();
  });

/**
 * Minutes that are given on top where the service was away for all of the warnings, or for the last one: nobody's deployment is deleted without
 * having been told shortly before, if it was to be told at all.
 */
export const graceMins = (expiry: Expiry, warnings: readonly number[], now: Date): number | undefined => {
  const shortest = Math.min(...warnings);
  const { expiresAt, setAt, told } = expiry;
  const wasToBeWarned = warnings.length > 0 && before(expiresAt, shortest) > Date.parse(setAt);
  return wasToBeWarned && (told === undefined || isWarningDue(expiry, warnings, now)) ? shortest : undefined;
};
