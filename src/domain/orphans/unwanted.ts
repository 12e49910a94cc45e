import type { Attempt } from '../deployments/record/attempt.ts';
import type { LifecyclePorts } from '../deployments/record/ports.ts';
import type { PossibleOrphan } from '../deployments/record/possible-orphans.ts';

/** gone: the deployment is, for good, since no id is ever used again. unknown: it is about to go, or is not what it should be. */
export type Owner =
  | { readonly is: 'gone' }
  | { readonly is: 'unknown' }
  | { readonly is: 'attempt'; readonly attempt: Attempt };

/** Who may want what a possible orphan may be, by records that are read now. */
export const ownerOf = async (
  { deployments, attempts }: Pick<LifecyclePorts, 'deployments' | 'attempts'>,
  { deploymentId, number }: PossibleOrphan,
): Promise<Owner> => {
  if ((await deployments.find(deploymentId)) === undefined) return { is: 'gone' };
  const attempt = await attempts.find(deploymentId, number);
  return attempt === undefined ? { is: 'unknown' } : { is: 'attempt', attempt };
};

/**
 * Whether an infrastructure that is ours is nobody's. Of a deployment that is there it is, when its attempt is over and does
 * not keep it, or stands on another one: a second call made it twice. An attempt that is over never goes on, and one that has an
 * infrastructure never gets another, so that this stays true however long ago it was read. What is being cleaned up, or may
 * still be found by its name, is the workflow's.
 */
export const isUnwanted = (infrastructureId: string, owner: Owner): boolean => {
  if (owner.is !== 'attempt') return owner.is === 'gone';
  const { state, left, infrastructureId: own } = owner.attempt;
  if (left === 'kept') return own !== undefined && own !== infrastructureId;
  if (state === 'DESTROYED' || left === 'given-up') return true;
  return own !== undefined && own !== infrastructureId;
};
