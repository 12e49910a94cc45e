import { OperationSupersededError } from '../../../foundation/errors.ts';
import { type Amounts, nothing, sum } from '../../quotas/amounts.ts';
import type { Attempt } from '../record/attempt.ts';
import type { Deployment } from '../record/deployment.ts';
import { attemptsOf } from '../record/operation.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { useInForce } from '../record/use-in-force.ts';
import { wasReverted } from '../record/was-reverted.ts';

/**
 * Gives back what an ended operation no longer uses, where quotas count it. What a failed one has left is not known, so it counts on, but
 * for a creation or a move of which nothing is left. A repeat is harmless; a deletion that has come since gives all of it back.
 */
export const settleUses = async (
  ports: Pick<LifecyclePorts, 'deployments' | 'attempts' | 'files'>,
  deployment: Deployment,
): Promise<void> => {
  if (deployment.uses === undefined) return;
  const left = await leftOf(ports, deployment);
  if (left === undefined) return;
  try {
    await ports.deployments.settleUse(deployment.id, deployment.operation.id, left);
  } catch (error) {
    if (!(error instanceof OperationSupersededError)) throw error;
  }
};

const leftOf = async (
  { attempts, files }: Pick<LifecyclePorts, 'attempts' | 'files'>,
  deployment: Deployment,
): Promise<Amounts | undefined> => {
  const { id, status, operation, templateOf } = deployment;
  if (status === 'CREATE_FAILED') return isAllGone(await attempts.list(id)) ? nothing : undefined;
  if (status === 'UPDATE_FAILED' && operation.moves) {
    const made = await attemptsOf(attempts, { deploymentId: id, operationId: operation.id });
    return isAllGone(made) ? (operation.moves.from.uses ?? nothing) : undefined;
  }
  if (!status.endsWith('_COMPLETE') && !wasReverted({ operation, templateOf })) return undefined;
  const standing = await useInForce({ files }, deployment);
  const beside = deployment.remains?.uses;
  return standing && beside ? sum(standing, beside) : standing;
};

const isAllGone = (made: readonly Pick<Attempt, 'state'>[]): boolean =>
  made.every(({ state }) => state === 'DESTROYED');
