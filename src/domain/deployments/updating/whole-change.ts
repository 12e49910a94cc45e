import type { WholeChange } from '../../deployers/machines.ts';
import type { Verdict } from '../../deployers/policy.ts';
import type { SubmittedAttempt } from '../record/claim-attempt.ts';
import { elapsed } from '../record/deadlines.ts';
import type { Reconciled } from './reconcile.ts';

/**
 * For a deployer that reports a change as a whole: whether the change goes on or has failed. After a failure, the resources
 * that the change should have removed still exist. A change that began before our request is an earlier one: ours changed nothing.
 */
export const judgeWhole = (attempt: SubmittedAttempt, { change }: Reconciled): Verdict | undefined => {
  if (change?.is === 'in-progress') return { is: 'waiting', why: 'the infrastructure is being changed' };
  if (change?.is !== 'failed' || !isOurs(attempt, change)) return undefined;
  return { is: 'failed', why: change.why };
};

/** Clocks decide only where the provider had told of no change before we asked. */
export const isOurs = (
  { changeBefore, updatesBefore, askedAt, startedAt }: SubmittedAttempt,
  { since, updates = [] }: WholeChange,
): boolean => {
  if (changeBefore === undefined) return isSince(askedAt ?? startedAt, since);
  return since !== changeBefore || (updatesBefore !== undefined && updates.some((id) => !updatesBefore.includes(id)));
};

export const isSince = (ours: string, theirs: string): boolean =>
  elapsed(ours, new Date(theirs), { seconds: -clockSkewSeconds });

/** How far the clocks of a provider and of this service may be apart. */
const clockSkewSeconds = 30;
