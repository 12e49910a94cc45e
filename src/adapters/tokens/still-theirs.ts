import { currentStep, type Step } from '../../domain/credentials/current-deployment.ts';
import type { StoredTokens } from './stored-tokens.ts';

/**
 * Another process may have given the deployment to somebody else since a token was remembered (docs/decisions/0091). One look is enough for a run of a
 * step: nobody takes a deployment over while an operation runs.
 */
export const stillTheirs = (tokens: Pick<StoredTokens, 'markOf'>) => {
  const looked = new WeakSet<Step>();
  return async (deploymentId: string, mark: string): Promise<boolean> => {
    const step = currentStep();
    const isOfStep = step?.deploymentId === deploymentId;
    if (isOfStep && looked.has(step)) return true;
    const isStill = (await tokens.markOf(deploymentId)) === mark;
    if (isStill && isOfStep) looked.add(step);
    return isStill;
  };
};
