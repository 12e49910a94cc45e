import {
  ConflictError,
  NotFoundError,
  NotReadyError,
  OperationSupersededError,
  ProviderFailedError,
  ProviderTimeoutError,
  ProviderUnavailableError,
} from '../../foundation/errors.ts';
import type { InfrastructureState } from '../deployers/machines.ts';
import { actionMins } from '../deployments/record/deadlines.ts';
import type { LifecyclePorts } from '../deployments/record/ports.ts';
import type { ActionOrder } from '../deployments/record/workflows.ts';
import { machineOf, writeFenced } from './action-fence.ts';
import { answered, outageOfAction, timeIsUp } from './action-outage.ts';
import { leftAs } from './action-states.ts';
import { type ClaimedResource, claimResource } from './claim-resource.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'deployments' | 'resources' | 'deployerOf' | 'tolerance'>;

/**
 * Claims the resource, unless the request has done so, and calls the provider; a repeat may call twice, which is
 * harmless. OperationSupersededError when another action owns the resource; NotReadyError, and ProviderUnavailableError
 * in a long outage: call again. Other errors of the provider pass through.
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

/** Calls one last time after the time is up; a NotReadyError is then the reason of the timeout. */
const untilTimeIsUp = async (isUp: boolean, run: () => Promise<void>): Promise<void> => {
  try {
    await run();
  } catch (error) {
    if (!isUp || !(error instanceof NotReadyError)) throw error;
    const late = `the provider did not accept the request within ${actionMins} minutes: ${error.message}`;
    throw new ProviderTimeoutError(late, { cause: error });
  }
};

const ask = async (ports: Ports, resource: ClaimedResource): Promise<void> => {
  const { providerId, infrastructureId, vmId } = await machineOf(ports, resource);
  try {
    await ports.deployerOf(providerId).operate(infrastructureId, vmId, resource.action.type);
  } catch (error) {
    if (error instanceof ProviderUnavailableError) throw await unanswered(ports, resource, error);
    if (error instanceof NotReadyError) throw await answeredWith(ports, resource, error);
    if (error instanceof ProviderFailedError) throw await refused(ports, resource, error);
    if (!(error instanceof NotFoundError)) throw error;
    throw new ProviderFailedError(`virtual machine ${vmId} no longer exists`, { cause: error });
  }
};

/** After a refusal nothing has been done. The machine's own state is the best source for what is left. */
const refused = async (ports: Ports, resource: ClaimedResource, error: ProviderFailedError): Promise<Error> => {
  const { action } = resource;
  const untouched: InfrastructureState = action.type === 'stop' ? 'configured' : 'stopped';
  const left = leftAs((await stateOf(ports, resource)) ?? untouched);
  await writeFenced(ports, resource, { ...resource, action: { ...answered(action, ports.clock.now()), ...left } });
  return error;
};

/** undefined: the state cannot be read now. */
const stateOf = async (ports: Ports, resource: ClaimedResource): Promise<InfrastructureState | undefined> => {
  const { providerId, infrastructureId, vmId } = await machineOf(ports, resource);
  try {
    return (await ports.deployerOf(providerId).virtualMachines(infrastructureId, [vmId]))[0]?.state;
  } catch (error) {
    if (error instanceof ProviderUnavailableError || error instanceof ProviderFailedError) return undefined;
    throw error;
  }
};

/** A provider that answers another call is not in an outage, and has ten minutes to answer this one. */
const unanswered = async (ports: Ports, resource: ClaimedResource, error: ProviderUnavailableError): Promise<Error> => {
  const { providerId, infrastructureId } = await machineOf(ports, resource);
  try {
    await ports.deployerOf(providerId).status(infrastructureId);
  } catch (again) {
    if (again instanceof ProviderUnavailableError) return outageOfAction(ports, resource, again);
    throw again;
  }
  return answeredWith(ports, resource, new NotReadyError(error.message, { cause: error }));
};

/** Ends an outage, if there was one: the action's time runs again. */
const answeredWith = async (ports: Ports, resource: ClaimedResource, error: NotReadyError): Promise<Error> => {
  const action = answered(resource.action, ports.clock.now());
  if (action !== resource.action) await writeFenced(ports, resource, { ...resource, action });
  return error;
};

const taken = async (ports: Ports, order: ActionOrder): Promise<ClaimedResource> => {
  try {
    return await claimResource(ports, order);
  } catch (error) {
    throw error instanceof ConflictError
      ? new OperationSupersededError(`action ${order.actionId} has to stop: ${error.message}`, { cause: error })
      : error;
  }
};
