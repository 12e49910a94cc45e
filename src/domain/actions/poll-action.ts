import {
  NotFoundError,
  NotReadyError,
  ProviderFailedError,
  ProviderTimeoutError,
  ProviderUnavailableError,
} from '../../foundation/errors.ts';
import type { InfrastructureState, VirtualMachine } from '../deployers/machines.ts';
import { actionMins } from '../deployments/record/deadlines.ts';
import type { LifecyclePorts } from '../deployments/record/ports.ts';
import type { ActionOrder } from '../deployments/record/workflows.ts';
import type { ActionType, Resource } from '../resources/resource.ts';
import { machineKey, withoutReason } from '../resources/states.ts';
import { claimedResource, machineOf, writeFenced } from './action-fence.ts';
import { answered, outageOfAction, timeIsUp } from './action-outage.ts';
import { actionStates, leftAs } from './action-states.ts';
import type { ClaimedResource } from './claim-resource.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'deployments' | 'resources' | 'deployerOf' | 'tolerance'>;

/**
 * States of a VM that end an action. A started VM may be `unconfigured`, since it may have been configured badly long
 * before it was stopped.
 */
const ends: { readonly [T in ActionType]: readonly InfrastructureState[] } = {
  start: ['configured', 'unconfigured'],
  // the connectors of Azure, vSphere and OpenNebula say `off` of a machine that was stopped
  stop: ['stopped', 'off'],
};

/**
 * Polls once a machine that is being started or stopped, and updates its data. NotReadyError, and
 * ProviderUnavailableError in a long outage: poll again. ProviderFailedError when the machine failed or vanished,
 * ProviderTimeoutError after ten minutes.
 */
export const pollAction =
  (ports: Ports) =>
  async (order: ActionOrder): Promise<void> => {
    const resource = await claimedResource(ports, order);
    const machine = await readMachine(ports, resource);
    const { to } = actionStates[order.type];
    const { action: _, ...seen } = refreshed(resource, machine);
    if (ends[order.type].includes(machine.state))
      return writeFenced(ports, resource, { ...withoutReason(seen), state: to });
    if (machine.state === 'failed') throw new ProviderFailedError(`virtual machine ${machine.id} has failed`);
    const now = ports.clock.now();
    const pending = answered(resource.action, now);
    const action = timeIsUp(pending, now) ? { ...pending, ...leftAs(machine.state) } : pending;
    await writeFenced(ports, resource, { ...seen, action });
    throw late(ports, { ...resource, action }, `virtual machine ${machine.id} is ${machine.state}`);
  };

const readMachine = async (ports: Ports, resource: ClaimedResource): Promise<VirtualMachine> => {
  const { providerId, infrastructureId, vmId } = await machineOf(ports, resource);
  try {
    const [machine] = await ports.deployerOf(providerId).virtualMachines(infrastructureId, [vmId]);
    if (machine) return machine;
  } catch (error) {
    if (error instanceof ProviderUnavailableError) throw await outageOfAction(ports, resource, error);
    if (!(error instanceof NotFoundError)) throw error;
  }
  throw new ProviderFailedError(`virtual machine ${vmId} no longer exists`);
};

const refreshed = (resource: ClaimedResource, { properties }: VirtualMachine): Resource => ({
  ...resource,
  metadata: { ...resource.metadata, [machineKey]: JSON.stringify({ vmProperties: properties }) },
});

const late = ({ clock }: Pick<Ports, 'clock'>, { action, state }: ClaimedResource, why: string): Error =>
  timeIsUp(action, clock.now())
    ? new ProviderTimeoutError(`still ${state} after ${actionMins} minutes: ${why}`)
    : new NotReadyError(why);
