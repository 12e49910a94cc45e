import type { Json } from '../../tosca/topology.ts';
import type { InfrastructureStatus, VirtualMachine } from '../deployers/ports.ts';

/** The result of polling an infrastructure that is being made. */
export type Verdict =
  | { readonly is: 'ready' }
  /** `log`: the provider's log so far, to be quoted if a deadline passes */
  | { readonly is: 'waiting'; readonly why: string; readonly log?: string }
  | { readonly is: 'failed'; readonly why: string };

/**
 * docs/contract/infrastructure-manager.md, "States". `stopped`, `off`, `unknown` and `deleting` wait for a deadline: they
 * change by themselves, or someone at the provider changes them.
 */
export const judge = (
  { state, vms }: InfrastructureStatus,
  seen: { readonly launchTimeIsUp: boolean; readonly settled: boolean },
): Verdict => {
  if (state === 'failed' || state === 'unconfigured') return { is: 'failed', why: describeStates(state, vms) };
  if (state === 'pending' && Object.keys(vms).length === 0 && seen.launchTimeIsUp) {
    return { is: 'failed', why: 'the provider accepted the infrastructure and launched nothing' };
  }
  if (state !== 'configured') return { is: 'waiting', why: `the infrastructure is ${state}` };
  return seen.settled
    ? { is: 'ready' }
    : { is: 'waiting', why: 'the infrastructure is configured and lacks addresses' };
};

/** Whether everything is there that a later poll could bring: docs/contract/infrastructure-manager.md, "Trap 2". */
export const hasEverything = (
  outputs: { readonly [name: string]: Json },
  machines: readonly VirtualMachine[],
): boolean => !Object.values(outputs).some(isUnresolved) && !machines.some(lacksPublicAddress);

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

const describeStates = (state: string, vms: InfrastructureStatus['vms']): string =>
  [`the infrastructure is ${state}`, ...Object.entries(vms).map(([id, vm]) => `virtual machine ${id} is ${vm}`)].join(
    '\n',
  );
