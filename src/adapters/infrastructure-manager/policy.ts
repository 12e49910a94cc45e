import type { InfrastructureStatus, VirtualMachine } from '../../domain/deployers/machines.ts';
import type { Policy, Timing, Verdict } from '../../domain/deployers/policy.ts';
import type { Json } from '../../tosca/topology.ts';
import { arrange } from './arrange.ts';
import { shortfall } from './machine-size.ts';

/**
 * docs/contract/infrastructure-manager.md, "States". `stopped`, `unknown` and `deleting` wait for a deadline: they
 * change by themselves, or someone at the provider changes them.
 */
const judge = ({ state, vms }: InfrastructureStatus, { launchTimeIsUp, settled, stuck, nodes }: Timing): Verdict => {
  if (state === 'failed' || state === 'unconfigured') return { is: 'failed', why: describeStates(state, vms, nodes) };
  if (state === 'pending' && Object.keys(vms).length === 0 && launchTimeIsUp) {
    return { is: 'failed', why: 'the provider accepted the infrastructure and launched nothing' };
  }
  if (state === 'pending' && stuck) return { is: 'failed', why: forgotten(vms) };
  if (state === 'off' && launchTimeIsUp) {
    return {
      is: 'failed',
      why: `${describeStates(state, vms, nodes)}\nit was removed or switched off at the provider`,
    };
  }
  if (state !== 'configured') return { is: 'waiting', why: `the infrastructure is ${state}` };
  return settled
    ? { is: 'ready' }
    : { is: 'waiting', why: 'the infrastructure is configured but still lacks addresses' };
};

/** A manager that is killed while it launches comes back with machines that stay pending, and does nothing about them. */
const forgotten = (vms: InfrastructureStatus['vms']): string => {
  const pending = Object.keys(vms).filter((id) => vms[id] === 'pending');
  return `the Infrastructure Manager launches virtual machines ${pending.join(', ')} no more: they are pending, and have no id at the provider`;
};

/** The connectors note the id of the provider as soon as it has answered the launch. */
const isStuck = (pending: readonly VirtualMachine[]): boolean =>
  pending.length > 0 && pending.every(({ properties }) => properties.at(-1)?.['instance_id'] === undefined);

/** Whether everything is there that a later poll could bring: docs/contract/infrastructure-manager.md, "Trap 2". */
const hasEverything = (outputs: { readonly [name: string]: Json }, machines: readonly VirtualMachine[]): boolean =>
  !Object.values(outputs).some(isUnresolved) && !machines.some(lacksPublicAddress);

/**
 * An attribute that is still unknown is null, and inside `concat` the text `None`
 * (docs/contract/infrastructure-manager-templates.md, "Outputs").
 */
const isUnresolved = (value: Json): boolean => {
  if (value === null) return true;
  if (typeof value === 'string') return /\bNone\b/.test(value);
  if (typeof value !== 'object') return false;
  return (Array.isArray(value) ? value : Object.values(value)).some(isUnresolved);
};

/**
 * Whether the machine is on a network that leads outside, but has no address there
 * (docs/contract/infrastructure-manager.md, "Machines").
 */
const lacksPublicAddress = ({ properties }: VirtualMachine): boolean => {
  const outside = new Set(
    properties
      .filter((element) => element['class'] === 'network' && ['yes', true].includes(element['outbound'] as never))
      .map((element) => element['id']),
  );
  return properties.some((element) =>
    Object.entries(element).some(([key, network]) => {
      const [, number] = /^net_interface\.(\d+)\.connection$/.exec(key) ?? [];
      return number !== undefined && outside.has(network) && element[`net_interface.${number}.ip`] === undefined;
    }),
  );
};

const describeStates = (
  state: string,
  vms: InfrastructureStatus['vms'],
  nodes: Timing['nodes'] = new Map(),
): string => {
  const named = (id: string): string => (nodes.has(id) ? `${id} of ${nodes.get(id)}` : id);
  const machines = Object.entries(vms).map(([id, vm]) => `virtual machine ${named(id)} is ${vm}`);
  return [`the infrastructure is ${state}`, ...machines].join('\n');
};

/** How the Infrastructure Manager's answers are read. */
export const policy: Policy = {
  judge,
  hasEverything,
  cannot: [],
  arrange,
  shortfall,
  /** The Infrastructure Manager may never report that it launches nothing: docs/contract/infrastructure-manager.md, "Trap 1". */
  launchMins: 15,
  isStuck,
  /** Machines are launched one after the other, and some connectors answer only once a large image has been copied. */
  stuckMins: 60,
  /** docs/contract/infrastructure-manager.md, "Trap 2" */
  settlingSeconds: 95,
  createSeconds: 30,
  lostCreateSeconds: 30,
  /**
   * The Infrastructure Manager answers only after the cloud has answered. A machine that is being added shows as pending,
   * so this covers the time before that.
   */
  lostUpdateSeconds: 120,
  /** docs/contract/infrastructure-manager.md, "Trap 5" */
  destroyGraceSeconds: 5,
  /** Release 2.0.0 writes back what is read while it is destroyed. */
  goneSeconds: 5,
  destroyedSeconds: 1,
};
