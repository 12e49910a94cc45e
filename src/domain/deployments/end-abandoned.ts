import { OperationSupersededError } from '../errors.ts';
import { failAction } from '../resources/fail-action.ts';
import { failOperation } from './fail-operation.ts';
import { inProgress } from './lifecycle.ts';
import type { Failure, OperationRef } from './operation.ts';
import type { ActionRef, LifecyclePorts } from './ports.ts';

type Ports = Parameters<typeof failOperation>[0] & Pick<LifecyclePorts, 'deployments'>;

/** EventBridge, `Step Functions Execution Status Change`: the part that is read. */
export interface ExecutionEnded {
  readonly detail: { readonly name: string; readonly status: string; readonly input?: string | null | undefined };
}

/**
 * Ends the operation or the action whose workflow died, if it still owns its deployment or resource and is in progress:
 * nothing stays in progress for ever (design, decision 10). A nested attempt's death is its parent's affair; a stopped
 * workflow of a deployment that was taken over is nobody's.
 */
export const endAbandoned =
  (ports: Ports) =>
  async ({ detail }: ExecutionEnded): Promise<void> => {
    const input = JSON.parse(detail.input ?? '{}') as Partial<Record<keyof OperationRef | keyof ActionRef, unknown>>;
    const failure = deathAs(detail.status);
    const { deploymentId, operationId, resourceId, actionId } = input;
    if (typeof deploymentId !== 'string') return;
    // an execution bears the id of its operation or action as its name; those of attempts and notifications do not
    if (operationId === detail.name) await endOperation(ports, { deploymentId, operationId: detail.name }, failure);
    if (actionId === detail.name && typeof resourceId === 'string') {
      await endAction(ports, { deploymentId, resourceId, actionId: detail.name }, failure);
    }
  };

/** The failure of an operation whose workflow is dead, by the status of that. */
export const deathAs = (status: string): Failure => ({
  Error: `Execution.${status}`,
  Cause: `the workflow ended as ${status}`,
});

/** Whether it had to. What has failed already is gone through again, harmlessly: its callback may not have been queued. */
export const endOperation = async (ports: Ports, ref: OperationRef, failure: Failure): Promise<boolean> => {
  const deployment = await ports.deployments.find(ref.deploymentId);
  if (deployment?.operation.id !== ref.operationId || deployment.status.endsWith('_COMPLETE')) return false;
  return unlessSuperseded(async () => {
    await failOperation(ports)({ ...ref, failure });
    return inProgress(deployment.status);
  });
};

/** Whether it had to. */
export const endAction = (ports: Ports, ref: ActionRef, failure: Failure): Promise<boolean> =>
  unlessSuperseded(async () => {
    await failAction(ports)({ ...ref, failure });
    return true;
  });

/** It had ended, or another has taken what it had. */
const unlessSuperseded = async (end: () => Promise<boolean>): Promise<boolean> => {
  try {
    return await end();
  } catch (error) {
    if (error instanceof OperationSupersededError) return false;
    throw error;
  }
};
