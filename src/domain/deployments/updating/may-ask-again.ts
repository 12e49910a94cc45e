import type { SubmittedAttempt } from '../record/claim-attempt.ts';
import { elapsed } from '../record/deadlines.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import type { Reconciled } from './reconcile.ts';

/**
 * Whether a request whose answer was lost is sent again: nobody knows whether the deployer received it. A repeat while machines are
 * being added could add them twice, so nothing may be launching, and the request before has had its time.
 */
export const mayAskAgain = (
  { clock, deployerOf }: Pick<LifecyclePorts, 'clock' | 'deployerOf'>,
  { askedAt, startedAt, providerId }: SubmittedAttempt,
  { launching }: Pick<Reconciled, 'launching'>,
): boolean => {
  const { lostUpdateSeconds } = deployerOf(providerId).policy;
  return !launching && elapsed(askedAt ?? startedAt, clock.now(), { seconds: lostUpdateSeconds });
};
