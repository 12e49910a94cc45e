import {
  ConflictError,
  NotFoundError,
  NotReadyError,
  OperationSupersededError,
  ProviderFailedError,
  ProviderTimeoutError,
  ProviderUnavailableError,
} from '../../foundation/errors.ts';
import { actionMins } from '../deployments/record/deadlines.ts';
import type { LifecyclePorts } from '../deployments/record/ports.ts';
import type { ActionOrder } from '../deployments/record/workflows.ts';
import type { InfrastructureState } from '../providers/ports.ts';
import { leftAs } from './action-course.ts';
import { machineOf, writeFenced } from './action-fence.ts';
import { answered, outageOfAction, timeIsUp } from './action-outage.ts';
import { type Taken, takeResource } from './take-resource.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'deployments' | 'resources' | 'infrastructureManager' | 'tolerance'>;

/**
 * Takes the resource, unless the request has, and asks the provider; a repeat may ask twice, which is harmless.
 * OperationSupersededError when the resource is another's; NotReadyError, and ProviderUnavailableError in a long outage: call
 * again; what else the provider says passes.
 */
export const beginAction =
  (ports: Ports) =>
  async (order: ActionOrder): Promise<void> => {
    const resource = await taken(ports, order);
    if (resource.action.askedAt !== undefined) return;
    const now = ports.clock.now();
    await untilTimeIsUp(timeIsUp(resource.action, now), () => ask(ports, resource));
    const action = { ...answered(resource.action, now), askedAt: now.toISOString() };
    await writeFenced(ports, resource, { ...resource, action });
  };

/** A last time when it is up: what stands in the way then is the reason. */
const untilTimeIsUp = async (isUp: boolean, run: () => Promise<void>): Promise<void> => {
  try {
    await run();
  } catch (error) {
    if (!isUp || !(error instanceof NotReadyError)) throw error;
    const late = `the provider did not take the request within ${actionMins} minutes: ${error.message}`;
    throw new ProviderTimeoutError(late, { cause: error });
  }
};

const ask = async (ports: Ports, resource: Taken): Promise<void> => {
  const { providerId, infrastructureId, vmId } = await machineOf(ports, resource);
  try {
    await ports.infrastructureManager.operate(providerId, infrastructureId, vmId, resource.action.type);
  } catch (error) {
    if (error instanceof ProviderUnavailableError) throw await unanswered(ports, resource, error);
    if (error instanceof NotReadyError) throw await answeredWith(ports, resource, error);
    if (error instanceof ProviderFailedError) throw await refused(ports, resource, error);
    if (!(error instanceof NotFoundError)) throw error;
    throw new ProviderFailedError(`virtual machine ${vmId} is not there any more`, { cause: error });
  }
};

/** Who refused did nothing; the machine itself says best what it is. */
const refused = async (ports: Ports, resource: Taken, error: ProviderFailedError): Promise<Error> => {
  const { action } = resource;
  const untouched: InfrastructureState = action.type === 'stop' ? 'configured' : 'stopped';
  const left = leftAs((await stateOf(ports, resource)) ?? untouched);
  await writeFenced(ports, resource, { ...resource, action: { ...answered(action, ports.clock.now()), ...left } });
  return error;
};

/** undefined: it cannot be told now. */
const stateOf = async (ports: Ports, resource: Taken): Promise<InfrastructureState | undefined> => {
  const { providerId, infrastructureId, vmId } = await machineOf(ports, resource);
  try {
    return (await ports.infrastructureManager.virtualMachines(providerId, infrastructureId, [vmId]))[0]?.state;
  } catch (error) {
    if (error instanceof ProviderUnavailableError || error instanceof ProviderFailedError) return undefined;
    throw error;
  }
};

/** Who answers another question is not away, and has ten minutes to answer this one. */
const unanswered = async (ports: Ports, resource: Taken, error: ProviderUnavailableError): Promise<Error> => {
  const { providerId, infrastructureId } = await machineOf(ports, resource);
  try {
    await ports.infrastructureManager.status(providerId, infrastructureId);
  } catch (again) {
    if (again instanceof ProviderUnavailableError) return outageOfAction(ports, resource, again);
    throw again;
  }
  return answeredWith(ports, resource, new NotReadyError(error.message, { cause: error }));
};

/** An outage that there was is over: the action's time runs again. */
const answeredWith = async (ports: Ports, resource: Taken, error: NotReadyError): Promise<Error> => {
  const action = answered(resource.action, ports.clock.now());
  if (action !== resource.action) await writeFenced(ports, resource, { ...resource, action });
  return error;
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
