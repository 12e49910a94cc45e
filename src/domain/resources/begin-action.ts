import { actionMins, elapsed } from '../deployments/deadlines.ts';
import type { ActionOrder, LifecyclePorts } from '../deployments/ports.ts';
import {
  ConflictError,
  NotFoundError,
  NotReadyError,
  OperationSupersededError,
  ProviderFailedError,
  ProviderTimeoutError,
  ProviderUnavailableError,
} from '../errors.ts';
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
    await untilTimeIsUp(elapsed(resource.action.acceptedAt, now, { minutes: actionMins }), () => ask(ports, resource));
    const action = { ...resource.action, askedAt: now.toISOString() };
    await writeFenced(ports, resource, { ...resource, action });
  };

/** A last time when it is up: what stands in the way then is the reason. */
const untilTimeIsUp = async (isUp: boolean, run: () => Promise<void>): Promise<void> => {
  try {
    await run();
  } catch (error) {
    const passes = error instanceof NotReadyError || error instanceof ProviderUnavailableError;
    if (!isUp || !passes) throw error;
    const late = `the provider did not take the request within ${actionMins} minutes: ${error.message}`;
    throw new ProviderTimeoutError(late, { cause: error });
  }
};

const ask = async (ports: Ports, resource: Taken): Promise<void> => {
  const { providerId, infrastructureId, vmId } = await machineOf(ports, resource);
  try {
    await ports.infrastructureManager.operate(providerId, infrastructureId, vmId, resource.action.type);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    throw new ProviderFailedError(`virtual machine ${vmId} is not there any more`, { cause: error });
  }
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
