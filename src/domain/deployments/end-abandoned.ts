import { failOperation } from './fail-operation.ts';
import { inProgress } from './lifecycle.ts';
import type { OperationRef } from './operation.ts';
import type { LifecyclePorts } from './ports.ts';

type Ports = Parameters<typeof failOperation>[0] & Pick<LifecyclePorts, 'deployments'>;

/** EventBridge, `Step Functions Execution Status Change`: the part that is read. */
export interface ExecutionEnded {
  readonly detail: { readonly name: string; readonly status: string; readonly input?: string | null | undefined };
}

/**
 * Ends the operation whose workflow died, if it still owns its deployment and is in progress: nothing stays in progress
 * for ever (design, decision 10). A nested attempt's death is its parent's affair; a stopped workflow of a deployment
 * that was taken over is nobody's.
 */
export const endAbandoned =
  (ports: Ports) =>
  async ({ detail }: ExecutionEnded): Promise<void> => {
    const ref = operationOf(detail);
    if (!ref) return;
    const deployment = await ports.deployments.find(ref.deploymentId);
    if (deployment?.operation.id !== ref.operationId || !inProgress(deployment.status)) return;
    const Cause = `the workflow ended as ${detail.status}`;
    await failOperation(ports)({ ...ref, failure: { Error: `Execution.${detail.status}`, Cause } });
  };

/** An execution of an operation bears its id as its name; attempts and notifications do not. */
const operationOf = ({ name, input }: ExecutionEnded['detail']): OperationRef | undefined => {
  const { deploymentId, operationId } = JSON.parse(input ?? '{}') as Partial<Record<keyof OperationRef, unknown>>;
  return typeof deploymentId === 'string' && operationId === name ? { deploymentId, operationId: name } : undefined;
};
