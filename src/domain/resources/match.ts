import type { InfrastructureState, VirtualMachine } from '../deployers/machines.ts';
import type { NodeState, Resource } from './resource.ts';
import { hasMachine, jobKey, machineKey, unbind } from './states.ts';

/**
 * Gives each resource the VM that was made for it. Where the deployer cannot tell, it is one of its node: a resource with
 * a VM keeps it while it exists, the others take the first free one (docs/contract/original-service.md, "Which machine is
 * which resource"). A resource whose VM vanished has none until another appears. `machines` are arranged by the policy.
 */
export const matchMachines = (
  resources: readonly Resource[],
  machines: readonly VirtualMachine[],
): readonly Resource[] => {
  const own = new Map(
    machines.flatMap((one) => (one.resourceId === undefined ? [] : [[one.resourceId, one] as const])),
  );
  const anyones = machines.filter(({ resourceId }) => resourceId === undefined);
  const byId = new Map(anyones.map((machine) => [machine.id, machine]));
  const kept = new Map(
    resources.flatMap((resource) => {
      const machine = resource.physicalId === undefined ? undefined : byId.get(resource.physicalId);
      return machine?.node === resource.toscaNodeName ? [[resource.id, machine] as const] : [];
    }),
  );
  const taken = new Set([...kept.values()].map(({ id }) => id));
  const free = anyones.filter(({ id }) => !taken.has(id));
  return resources.map((resource) => {
    if (resource.state === 'DELETING') return resource;
    const machine = own.get(resource.id) ?? kept.get(resource.id) ?? pick(free, resource.toscaNodeName);
    if (machine) return bind(resource, machine);
    // the engine's id of anything else is not a machine's
    return hasMachine(resource) ? unbind(resource) : resource;
  });
};

/** Removes the first free VM of the node, so that no other resource takes it. */
const pick = (free: VirtualMachine[], node: string): VirtualMachine | undefined => {
  const index = free.findIndex((machine) => machine.node === node);
  return index === -1 ? undefined : free.splice(index, 1)[0];
};

export const bind = ({ neverReady, ...resource }: Resource, machine: VirtualMachine): Resource => ({
  ...resource,
  ...(neverReady && !mayHoldData.includes(machine.state) && { neverReady }),
  physicalId: machine.id,
  state: stateFor(resource.state, machine.state),
  metadata: {
    ...resource.metadata,
    ...(machine.job
      ? { [jobKey]: JSON.stringify(machine.job) }
      : { [machineKey]: JSON.stringify({ vmProperties: machine.properties }) }),
  },
});

/** States of a machine that may hold data. */
const mayHoldData: readonly InfrastructureState[] = ['configured', 'unconfigured', 'stopped', 'off'];

/** A resource that an update does not touch shows whether its VM runs or is stopped. */
const stateFor = (before: NodeState, machine: InfrastructureState): NodeState => {
  if (machine === 'stopped' && before === 'STARTED') return 'STOPPED';
  if (machine === 'configured' && before === 'STARTED') return 'STARTED';
  return stateOf[machine] ?? before;
};

/**
 * The resource's state for a VM's state while it is being made; other VM states change nothing. STARTED is set at the
 * end.
 */
const stateOf: Partial<Record<InfrastructureState, NodeState>> = {
  pending: 'CREATING',
  running: 'CONFIGURING',
  configured: 'CONFIGURED',
  unconfigured: 'ERROR',
  failed: 'ERROR',
};
