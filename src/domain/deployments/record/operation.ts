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

/** The error of an earlier step, as the workflow's Catch passes it on. */
export interface Failure {
  readonly Error: string;
  /** in AWS a JSON document with `errorMessage`, on a laptop the message itself */
  readonly Cause: string;
}

/** The deployment, if this operation still owns it, else OperationSupersededError. */
export const owned = async (
  deployments: Pick<Deployments, 'find'>,
  { deploymentId, operationId }: OperationRef,
): Promise<Deployment> => {
  const deployment = await deployments.find(deploymentId);
  if (deployment?.operation.id === operationId) return deployment;
  const owner = deployment ? `belongs to operation ${deployment.operation.id}` : 'is gone';
  throw new OperationSupersededError(`operation ${operationId} has to stop: deployment ${deploymentId} ${owner}`);
};

/** The attempts of one operation, in the order in which they were made. */
export const attemptsOf = async (
  attempts: Pick<Attempts, 'list'>,
  { deploymentId, operationId }: OperationRef,
): Promise<readonly Attempt[]> =>
  (await attempts.list(deploymentId)).filter((attempt) => attempt.operationId === operationId);

/** The message of a failed step, from either form of its cause. */
export const messageOf = ({ Error: name, Cause: cause }: Failure): string => {
  const message = readMessage(cause) ?? cause;
  return message === '' ? name : message;
};

const readMessage = (cause: string): string | undefined => {
  try {
    const { errorMessage } = JSON.parse(cause) as { errorMessage?: unknown };
    return typeof errorMessage === 'string' ? errorMessage : undefined;
  } catch {
    return undefined; // not JSON: the message itself, or a truncated document
  }
};
