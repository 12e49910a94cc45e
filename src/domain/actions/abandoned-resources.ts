import type { Deployment } from '../deployments/record/deployment.ts';
import type { LifecyclePorts } from '../deployments/record/ports.ts';
import { failEach, isInProgress } from '../resources/states.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'deployments' | 'resources'>;

const reason =
  'the operation ended before this resource was ready, and nothing works on it now; check its state at the provider';

/**
 * Puts resources into ERROR, with the reason, that are in progress although the deployment's operation has ended. Returns
 * their number. Resources with an action are left out: the sweep checks actions separately. The deployment is read again
 * after its resources, so that resources of a newer operation are not touched.
 */
export const failAbandonedResources = async (ports: Ports, { id, operation }: Deployment): Promise<number> => {
  const left = (await ports.resources.all(id)).filter((one) => isInProgress(one) && one.action === undefined);
  if (left.length === 0) return 0;
  const now = await ports.deployments.find(id);
  if (now?.operation.id !== operation.id) return 0;
  await failEach(ports.resources, left, ports.clock.now(), reason);
  return left.length;
};
