import { OperationSupersededError } from '../../../foundation/errors.ts';
import type { Attempt } from './attempt.ts';
import type { Deployment } from './deployment.ts';
import type { Attempts, Deployments } from './ports.ts';

/** Names one run of a lifecycle workflow; the input of every execution holds these two ids. */
export interface OperationRef {
  readonly deploymentId: string;
  readonly operationId: string;
}

/** Names one attempt within an operation. */
export interface AttemptRef extends OperationRef {
  readonly attempt: { readonly number: number; readonly providerId: string; readonly last: boolean };
}

/** How a step before it ended, as a workflow's Catch shows it. */
export interface Failure {
  readonly Error: string;
  /** in the cloud a JSON document with `errorMessage`, on a laptop the message itself */
  readonly Cause: string;
}

/** The deployment, as long as this operation owns it, else OperationSupersededError. */
export const owned = async (
  deployments: Pick<Deployments, 'find'>,
  { deploymentId, operationId }: OperationRef,
): Promise<Deployment> => {
  const deployment = await deployments.find(deploymentId);
  if (deployment?.operation.id === operationId) return deployment;
  const owner = deployment ? `belongs to operation ${deployment.operation.id}` : 'is gone';
  throw new OperationSupersededError(`operation ${operationId} has to stop: deployment ${deploymentId} ${owner}`);
};

/** The attempts of one operation, in the order they were made. */
export const attemptsOf = async (
  attempts: Pick<Attempts, 'list'>,
  { deploymentId, operationId }: OperationRef,
): Promise<readonly Attempt[]> =>
  (await attempts.list(deploymentId)).filter((attempt) => attempt.operationId === operationId);

/** The message of a failed step, out of either form of its cause. */
export const messageOf = ({ Error: name, Cause: cause }: Failure): string => {
  const message = readMessage(cause) ?? cause;
  return message === '' ? name : message;
};

const readMessage = (cause: string): string | undefined => {
  try {
    const { errorMessage } = JSON.parse(cause) as { errorMessage?: unknown };
    return typeof errorMessage === 'string' ? errorMessage : undefined;
  } catch {
    return undefined; // no JSON: the message itself, or a document that was cut off
  }
};
