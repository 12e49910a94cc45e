import { actionMins, elapsed } from '../deployments/deadlines.ts';
import type { ActionOrder, LifecyclePorts } from '../deployments/ports.ts';
import { ConflictError, OperationSupersededError, ProviderTimeoutError } from '../errors.ts';
import { machineOf, writeFenced } from './action-fence.ts';
import { type Taken, takeResource } from './take-resource.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'deployments' | 'resources' | 'infrastructureManager'>;

/**
 * Takes the resource, unless the request has, and asks the provider; a repeat may ask twice, which is harmless.
 * OperationSupersededError when the resource is another's; the provider's errors pass.
 */
export const beginAction =
  (ports: Ports) =>
  async (order: ActionOrder): Promise<void> => {
    const resource = await taken(ports, order);
    if (resource.action.askedAt !== undefined) return;
    const now = ports.clock.now();
    if (elapsed(resource.action.acceptedAt, now, { minutes: actionMins })) {
      throw new ProviderTimeoutError(`the provider did not take the request within ${actionMins} minutes`);
    }
    const { providerId, infrastructureId, vmId } = await machineOf(ports, resource);
    await ports.infrastructureManager.operate(providerId, infrastructureId, vmId, order.type);
    const action = { ...resource.action, askedAt: now.toISOString() };
    await writeFenced(ports, resource, { ...resource, action });
  };

const taken = async (ports: Ports, order: ActionOrder): Promise<Taken> => {
  try {
    return await takeResource(ports, order);
  } catch (error) {
    throw error instanceof ConflictError
      ? new OperationSupersededError(`action ${order.actionId} has to stop: ${error.message}`, { cause: error })
      : error;
  }
};
