import type { Attempt } from './attempt.ts';

/**
 * An infrastructure that may stand although nobody knows of it, or everybody takes it to be gone: what an attempt made, or
 * may have made, whether its deployment is still there or not. It is kept beside the deployment and outlives it.
 */
export interface PossibleOrphan
  extends Pick<Attempt, 'deploymentId' | 'number' | 'providerId' | 'infrastructureId' | 'startedAt'> {
  /** a call to create it was never answered: there may be another one of the same name */
  readonly unanswered: boolean;
  /** looks so far, in vain or not */
  readonly looks: number;
}

export interface PossibleOrphans {
  /** From that instant on it is looked for; what is looked for already is begun anew. */
  watch(orphans: readonly PossibleOrphan[], from: Date): Promise<void>;
  /** whose instant was before this one, the oldest first, `limit` of them at most */
  due(before: Date, limit: number): Promise<readonly PossibleOrphan[]>;
  /** Was looked for, and is to be again from that instant on; undefined: not any more. Nothing is written when it is watched anew. */
  lookAgain(orphan: PossibleOrphan, at: Date | undefined): Promise<void>;
  /** Could not be looked for, and is to be from that instant on. */
  postpone(orphan: PossibleOrphan, at: Date): Promise<void>;
}

/** Minutes from one look to the next, from when an infrastructure was taken to be gone. */
const lookMins = [1, 5, 30, 180, 1440];

/** From a look that asked for a destruction to the next, while it has not asked too often in vain. */
const askedMins = 5;
const asksInARow = 10;

/** Looks after which what stands all the same is left to the operators: a month, the later ones a day apart. */
const mostLooks = 34;

/** What a look found: nothing that should not be there; what is being destroyed now; what the provider will not destroy. */
export type Found = 'nothing' | 'asked' | 'refused';

/** An attempt that a provider refused, the first time it was asked, can have left nothing. */
export const mayHaveLeft = ({ state, infrastructureId, reason, unansweredCalls, cutOffAt }: Attempt): boolean => {
  const wasRefused = state === 'DESTROYED' && infrastructureId === undefined && reason !== undefined;
  return !wasRefused || unansweredCalls !== undefined || cutOffAt !== undefined;
};

export const possibleOrphan = ({
  deploymentId,
  number,
  providerId,
  infrastructureId,
  startedAt,
  unansweredCalls,
  cutOffAt,
}: Attempt): PossibleOrphan => ({
  deploymentId,
  number,
  providerId,
  ...(infrastructureId !== undefined && { infrastructureId }),
  startedAt,
  unanswered: infrastructureId === undefined || unansweredCalls !== undefined || cutOffAt !== undefined,
  looks: 0,
});

/** When it is looked for first. */
export const firstLook = (now: Date): Date => later(now, lookMins[0]);

/** When it is looked for next; undefined: not any more. What stands is looked at until it is gone, within a month. */
export const nextLook = ({ looks }: PossibleOrphan, found: Found, now: Date): Date | undefined => {
  if (found === 'asked' && looks < asksInARow) return later(now, askedMins);
  const minutes = lookMins[looks + 1] ?? (found !== 'nothing' && looks < mostLooks ? lookMins.at(-1) : undefined);
  return minutes === undefined ? undefined : later(now, minutes);
};

const later = (now: Date, minutes = 0): Date => new Date(now.getTime() + minutes * 60_000);
