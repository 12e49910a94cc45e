/** What becomes of the two places of a deployment when its move ends: docs/decisions/0089. */

import { asFormerly, withoutFormerly } from '../../resources/formerly.ts';
import { enterState, putChanged } from '../../resources/states.ts';
import { type Attempt, isSettled } from '../record/attempt.ts';
import type { Deployment } from '../record/deployment.ts';
import type { Moves, Remains } from '../record/moves.ts';
import type { DeploymentChanges, LifecyclePorts } from '../record/ports.ts';
import { firstCheck, possibleOrphan } from '../record/possible-orphans.ts';
import { giveUpAttempts } from './give-up-attempts.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'attempts' | 'resources' | 'orphans'>;

export const remainsOf = ({ from }: Moves, since: string): Remains => ({ ...from, since });

/** The sweep destroys it as soon as the record says that it is left, and its provider answers. A repeat begins its checks anew. */
export const registerRemains = async (
  { attempts, orphans, clock }: Ports,
  deploymentId: string,
  { from }: Moves,
): Promise<void> => {
  const attempt = await attempts.find(deploymentId, from.attempt);
  if (attempt) await orphans.register([possibleOrphan(attempt)], firstCheck(clock.now()));
};

/** After a move that is complete: says of the former attempt what became of it. Nothing depends on it, and a repeat is harmless. */
export const settleMoved = async (ports: Ports, { id, status, operation, remains }: Deployment): Promise<void> => {
  const { moves } = operation;
  if (moves === undefined || !status.endsWith('_COMPLETE')) return;
  const before = await ports.resources.all(id);
  await putChanged(ports.resources, before, before.map(withoutFormerly), ports.clock.now());
  const attempt = await ports.attempts.find(id, moves.from.attempt);
  if (remains === undefined || attempt === undefined || isSettled(attempt)) return;
  const reason = `provider ${attempt.providerId} was gone, and the deployment has moved: infrastructure ${attempt.infrastructureId} is destroyed when the provider answers again`;
  await ports.attempts.record(id, attempt.number, { state: 'FAILED', left: 'given-up', reason, quotedLog: '' });
};

/**
 * Of a move that failed: the resources are what they were at the former provider, and what the move may have made elsewhere is
 * left to the sweep. A repeat changes nothing.
 */
export const undoMove = async (
  ports: Ports,
  { id, operation }: Deployment,
  tried: readonly Attempt[],
): Promise<void> => {
  const now = ports.clock.now();
  const left = tried.filter((attempt) => !isSettled(attempt));
  await giveUpAttempts(ports, left, 'the move was not completed');
  const before = (one: Parameters<typeof asFormerly>[0]) => asFormerly(one, operation.id);
  await enterState(ports.resources, id, (state) => state, now, before);
};

/** The place that the record names again after a move that failed. */
export const formerPlace = ({ from }: Moves): DeploymentChanges => ({
  ...{ providerId: from.providerId, infrastructureId: from.infrastructureId },
  provider: from.provider,
});
