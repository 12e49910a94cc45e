import { enterState, failedInProgress } from '../../resources/states.ts';
import { inProgress } from '../record/lifecycle.ts';
import type { OperationRef } from '../record/operation.ts';
import type { LifecyclePorts } from '../record/ports.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'deployments' | 'resources'>;

/** Starts the deletion and shows it on every resource. If a reset came in between, its result wins. */
export const beginDeletion =
  ({ clock, deployments, resources }: Ports) =>
  async ({ deploymentId, operationId }: OperationRef): Promise<void> => {
    const { status } = await deployments.markStarted(deploymentId, operationId);
    if (!inProgress(status)) return;
    await deployments.record(deploymentId, operationId, { task: 'DEPLOYER' });
    await enterState(resources, deploymentId, 'DELETING', clock.now());
    const now = await deployments.find(deploymentId);
    if (now?.status === 'DELETE_FAILED') await failedInProgress(resources, deploymentId, clock.now());
  };
