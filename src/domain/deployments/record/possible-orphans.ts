import type { Attempt } from './attempt.ts';

/**
 * An infrastructure that may exist although no record names it, or although everybody believes that it is gone. An
 * attempt made it, or may have made it. This record is stored beside the deployment and outlives it.
 */
export interface PossibleOrphan
  extends Pick<Attempt, 'deploymentId' | 'number' | 'providerId' | 'deployer' | 'infrastructureId' | 'startedAt'> {
  /** true: a create call got no answer, so there may be another infrastructure of the same name */
  readonly unanswered: boolean;
  /** number of checks so far, whether they found something or not */
  readonly looks: number;
}

export interface PossibleOrphans {
  /** Checks start at `from`. If the orphan is already being checked, its checks start anew. */
  register(orphans: readonly PossibleOrphan[], from: Date): Promise<void>;
  /** orphans whose check was due before this instant, the oldest first, at most `limit` */
  due(before: Date, limit: number): Promise<readonly PossibleOrphan[]>;
  /**
   * Records a check. Next check at `at`; undefined: no further check. Writes nothing if `watch` was called again
   * meanwhile.
   */
  setNextCheck(orphan: PossibleOrphan, at: Date | undefined): Promise<void>;
  /** Records that the check was not possible; it is repeated at `at`. */
  postpone(orphan: PossibleOrphan, at: Date): Promise<void>;
}

/** Minutes before each check, the first from when the infrastructure was taken to be gone. */
const checkMins = [1, 5, 30, 180, 1440];

/** Minutes from a check that called destroy to the next one, for the first `asksInARow` checks. */
const recentMins = 5;
const asksInARow = 10;

/**
 * Checks after which an infrastructure that still exists is left to the operators. That is a month; the later checks
 * are a day apart.
 */
const mostChecks = 34;

/**
 * Result of a check. `nothing`: no orphan exists; `asked`: an orphan is being destroyed now; `refused`: the provider
 * refuses to destroy it.
 */
export type Found = 'nothing' | 'asked' | 'refused';

/** False only for an attempt that the provider refused at the first call: that leaves nothing. */
export const mayHaveLeft = ({ state, infrastructureId, reason, unansweredCalls, cutOffAt }: Attempt): boolean => {
  const wasRefused = state === 'DESTROYED' && infrastructureId === undefined && reason !== undefined;
  return !wasRefused || unansweredCalls !== undefined || cutOffAt !== undefined;
};

export const possibleOrphan = ({
  deploymentId,
  number,
  providerId,
  deployer,
  infrastructureId,
  startedAt,
  unansweredCalls,
  cutOffAt,
}: Attempt): PossibleOrphan => ({
  deploymentId,
  number,
  providerId,
  ...(deployer !== undefined && { deployer }),
  ...(infrastructureId !== undefined && { infrastructureId }),
  startedAt,
  unanswered: infrastructureId === undefined || unansweredCalls !== undefined || cutOffAt !== undefined,
  looks: 0,
});

/** When the first check is due. */
export const firstCheck = (now: Date): Date => later(now, checkMins[0]);

/**
 * When the next check is due; undefined: no further check. What exists is checked until it is gone, for at most a
 * month.
 */
export const nextCheck = ({ looks }: PossibleOrphan, found: Found, now: Date): Date | undefined => {
  if (found === 'asked' && looks < asksInARow) return later(now, recentMins);
  const minutes = checkMins[looks + 1] ?? (found !== 'nothing' && looks < mostChecks ? checkMins.at(-1) : undefined);
  return minutes === undefined ? undefined : later(now, minutes);
};

const later = (now: Date, minutes = 0): Date => new Date(now.getTime() + minutes * 60_000);
