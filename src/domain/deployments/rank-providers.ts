import { candidatesFor } from '../providers/candidates.ts';
import { inProgress } from './lifecycle.ts';
import type { OperationRef } from './operation.ts';
import type { LifecyclePorts } from './ports.ts';

type Ports = Pick<LifecyclePorts, 'deployments' | 'providers'>;

/**
 * Begins the operation and names the providers that may be tried, best first, cut to `maxProvidersRetry`.
 * OperationSupersededError when the deployment belongs to another operation.
 */
export const rankProviders =
  ({ deployments, providers }: Ports) =>
  async ({ deploymentId, operationId }: OperationRef): Promise<{ readonly candidates: readonly string[] }> => {
    const deployment = await deployments.begin(deploymentId, operationId);
    if (inProgress(deployment.status)) await deployments.record(deploymentId, operationId, { task: 'BROKERING' });
    return { candidates: (await candidatesFor(providers, deployment)).map(({ id }) => id) };
  };
