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
    const { status, userGroup, limits } = await deployments.begin(deploymentId, operationId);
    if (inProgress(status)) await deployments.record(deploymentId, operationId, { task: 'BROKERING' });
    const candidates = await providers.candidates(userGroup === undefined ? {} : { userGroup });
    return { candidates: candidates.slice(0, limits.maxProvidersRetry).map(({ id }) => id) };
  };
