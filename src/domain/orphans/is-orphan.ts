import type { Attempt } from '../deployments/record/attempt.ts';
import type { Deployment } from '../deployments/record/deployment.ts';
import type { LifecyclePorts } from '../deployments/record/ports.ts';
import type { PossibleOrphan } from '../deployments/record/possible-orphans.ts';

/**
 * gone: the deployment is gone for good, since an id is never used again. unknown: the deployment is about to be removed,
 * or its records are not as expected.
 */
export type Owner =
  | { readonly is: 'gone' }
  | { readonly is: 'unknown' }
  | {
      readonly is: 'attempt';
      readonly attempt: Attempt;
      readonly deployment: Deployment;
      /** the deployment has moved away from what the attempt made; absent: it has not */
      readonly moved?: true;
    };

/** Who may need what a possible orphan made, by the present records. */
export const ownerOf = async (
  { deployments, attempts }: Pick<LifecyclePorts, 'deployments' | 'attempts'>,
  { deploymentId, number }: PossibleOrphan,
): Promise<Owner> => {
  const deployment = await deployments.find(deploymentId);
  if (deployment === undefined) return { is: 'gone' };
  const attempt = await attempts.find(deploymentId, number);
  if (attempt === undefined) return { is: 'unknown' };
  return { is: 'attempt', attempt, deployment, ...(deployment.remains?.attempt === number && { moved: true }) };
};

/**
 * Whether an infrastructure of ours is an orphan. If its deployment exists, it is one when its attempt is over and does
 * not keep it, or when the attempt has another one: a second call made it twice. An attempt that is over is never
 * resumed, and one that has an infrastructure never gets another. So the answer stays true, however long ago the records
 * were read. So it stays where its deployment has moved away. What is being cleaned up, or may still be found by its name, belongs to the workflow.
 * What the record names as in force is none, whatever became of its attempt.
 */
export const isOrphan = (infrastructureId: string, owner: Owner): boolean => {
  if (owner.is !== 'attempt') return owner.is === 'gone';
  if (owner.moved) return true;
  const { state, left, infrastructureId: own } = owner.attempt;
  if (isInForce(infrastructureId, owner)) return false;
  if (left === 'kept') return own !== undefined && own !== infrastructureId;
  if (state === 'DESTROYED' || left === 'given-up') return true;
  return own !== undefined && own !== infrastructureId;
};

const isInForce = (infrastructureId: string, { attempt, deployment }: Extract<Owner, { is: 'attempt' }>): boolean =>
  /^UPDATE_|^CREATE_COMPLETE$/.test(deployment.status) &&
  deployment.infrastructureId === infrastructureId &&
  deployment.providerId === attempt.providerId;
