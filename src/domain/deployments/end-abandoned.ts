import { OperationSupersededError } from '../errors.ts';
import { failAction } from '../resources/fail-action.ts';
import { failOperation } from './fail-operation.ts';
import { inProgress } from './lifecycle.ts';
import type { OperationRef } from './operation.ts';
import type { ActionOrder, LifecyclePorts } from './ports.ts';

type Ports = Parameters<typeof failOperation>[0] & Pick<LifecyclePorts, 'deployments'>;
type ActionRef = Pick<ActionOrder, 'deploymentId' | 'resourceId' | 'actionId'>;

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
    const failure = { Error: `Execution.${detail.status}`, Cause: `the workflow ended as ${detail.status}` };
    const { deploymentId, operationId, resourceId, actionId } = input;
    if (typeof deploymentId !== 'string') return;
    // an execution bears the id of its operation or action as its name; those of attempts and notifications do not
    if (operationId === detail.name) await endOperation(ports, { deploymentId, operationId: detail.name }, failure);
    if (actionId === detail.name && typeof resourceId === 'string') {
      await endAction(ports, { deploymentId, resourceId, actionId: detail.name }, failure);
    }
  };

type Failure = Parameters<ReturnType<typeof failOperation>>[0]['failure'];

const endOperation = async (ports: Ports, ref: OperationRef, failure: Failure): Promise<void> => {
  const deployment = await ports.deployments.find(ref.deploymentId);
  if (deployment?.operation.id !== ref.operationId || !inProgress(deployment.status)) return;
  await failOperation(ports)({ ...ref, failure });
};

const endAction = async (ports: Ports, ref: ActionRef, failure: Failure): Promise<void> => {
  try {
    await failAction(ports)({ ...ref, failure });
  } catch (error) {
    if (!(error instanceof OperationSupersededError)) throw error; // it had ended, or another had taken the resource
  }
};
