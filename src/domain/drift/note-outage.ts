import type { Clock } from '../../foundation/clock.ts';
import type { Deployment } from '../deployments/record/deployment.ts';
import type { MoveBounds } from '../moving/move-bounds.ts';
import { outageSeen, soonerCheck } from '../moving/provider-outage.ts';
import type { Check, Checks } from './check.ts';
import type { CheckOutcome } from './finish-check.ts';

interface Ports {
  readonly clock: Clock;
  readonly driftChecks: Pick<Checks, 'replace'>;
  readonly moving: MoveBounds;
}

/**
 * The end of a look at what a move would leave, while that waits for its approval: only whether the provider still gives no answer. What the look
 * finds besides is for the check after the move. Where the owner's login has ended nobody was asked, so nothing new is known.
 */
export const noteOutage = async (
  { clock, driftChecks: checks, moving }: Ports,
  claimed: Check,
  deployment: Deployment,
  { isOutage, loginEnded }: Pick<Extract<CheckOutcome, { is: 'done' }>, 'isOutage' | 'loginEnded'>,
): Promise<void> => {
  const now = clock.now();
  const { dueAt: _, running: __, outage: before, requested, ...rest } = claimed;
  const why = `the deployment is ${deployment.status}`;
  const last = requested && ({ verdict: 'not-checked', why, at: now.toISOString(), requestId: requested.id } as const);
  const known = isOutage ? outageSeen(claimed, deployment, now) : loginEnded && before;
  const outage = known && { outage: known };
  await checks.replace(claimed, { ...rest, ...outage, ...(last && { last }), ...soonerCheck(moving, {}, now) });
};
