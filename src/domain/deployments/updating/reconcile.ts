import type { InfrastructureStatus, VirtualMachine, WholeChange } from '../../deployers/machines.ts';
import type { Verdict } from '../../deployers/policy.ts';
import { matchMachines } from '../../resources/match.ts';
import { withProgress } from '../../resources/progress.ts';
import type { Resource } from '../../resources/resource.ts';
import { hasMachine, isContainer, putChanged } from '../../resources/states.ts';
import { copyLog } from '../polling/copy-log.ts';
import { whileAnswering } from '../polling/outage.ts';
import { readNodes } from '../polling/read-nodes.ts';
import type { SubmittedAttempt } from '../record/claim-attempt.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { type Changes, reportProviderState } from '../reporting/provider-state.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'attempts' | 'resources' | 'files' | 'deployerOf' | 'timeline'>;

/** An infrastructure that is being updated, compared with what it should be. */
export interface Reconciled {
  readonly log: string;
  /** what this look changed of the attempt */
  readonly changes: Changes;
  /**
   * VMs are being added, and their ids may change (docs/contract/infrastructure-manager.md, "Trap 7"): the lists below
   * are empty
   */
  readonly launching: boolean;
  /** of a deployer that changes an infrastructure as a whole: what became of its last change; absent: see the machines */
  readonly change?: WholeChange & { readonly why: string; readonly isUndone?: true };
  /** VMs of the resources that are kept */
  readonly staying: readonly VirtualMachine[];
  /** ids of those that an action has stopped: some connectors say `off` of them */
  readonly stopped: readonly string[];
  /** VMs of the resources that are removed, and VMs beyond the wanted number */
  readonly leaving: readonly VirtualMachine[];
  /** resources that are kept or added, and have no VM */
  readonly missing: readonly Resource[];
}

/**
 * Reads the infrastructure, and updates log and resources from it. `only`: ids of the resources that take what is read of
 * their machines; the others stay as they were noted, which is what a check compares with. Absent: all take it.
 */
export const reconcile = async (
  ports: Ports,
  attempt: SubmittedAttempt,
  only?: ReadonlySet<string>,
): Promise<Reconciled> => {
  const { providerId, infrastructureId } = attempt;
  const status = await ports.deployerOf(providerId).status(infrastructureId);
  return whileAnswering(() => reconcileMachines(ports, attempt, status, only));
};

const reconcileMachines = async (
  ports: Ports,
  attempt: SubmittedAttempt,
  status: InfrastructureStatus,
  only: ReadonlySet<string> | undefined,
): Promise<Reconciled> => {
  const { deploymentId, providerId, infrastructureId } = attempt;
  const changes = await reportProviderState(ports, attempt, status);
  const log = await copyLog(ports, attempt, infrastructureId);
  const nodes = await readNodes(ports, attempt, infrastructureId);
  const launching = isLaunching(status);
  const before = launching && nodes.length === 0 ? [] : await ports.resources.all(deploymentId);
  if (launching) {
    await putChanged(ports.resources, before, withProgress(before, nodes), ports.clock.now());
    return { log, changes, launching, ...changeOf(status), staying: [], stopped: [], leaving: [], missing: [] };
  }
  const deployer = ports.deployerOf(providerId);
  const found = await deployer.virtualMachines(infrastructureId, Object.keys(status.vms));
  const machines = deployer.policy.arrange(found, before);
  const matched = withProgress(matchMachines(before, machines), nodes);
  const after = matched.map((resource, index) =>
    only === undefined || only.has(resource.id)
      ? madeNow(resource, before[index], attempt)
      : (before[index] ?? resource),
  );
  await putChanged(ports.resources, before, after, ports.clock.now());
  return { log, changes, launching, ...changeOf(status), ...compare(after, machines) };
};

const changeOf = ({ change, reason, state }: InfrastructureStatus): Pick<Reconciled, 'change'> => {
  if (change === undefined) return {};
  const isUndone = change.is === 'failed' && state === 'configured';
  return { change: { ...change, why: reason ?? 'the update failed', ...(isUndone && { isUndone }) } };
};

/** A machine that a resource got after the update was sent was made from the update's template. */
const madeNow = (
  resource: Resource,
  seen: Resource | undefined,
  { operationId, askedAt }: SubmittedAttempt,
): Resource =>
  askedAt === undefined || resource.physicalId === undefined || resource.physicalId === seen?.physicalId
    ? resource
    : { ...resource, madeBy: operationId };

/** The state of the whole does not show `pending` when a machine has failed. */
const isLaunching = ({ state, vms }: InfrastructureStatus): boolean =>
  state === 'pending' || Object.values(vms).includes('pending');

/**
 * A VM whose node is unknown here is left alone, and so is the container of a node that the new template drops: its type
 * takes no number of instances, so the Infrastructure Manager would make it again
 * (docs/contract/infrastructure-manager-templates.md, "Updates").
 */
export const compare = (
  resources: readonly Resource[],
  machines: readonly VirtualMachine[],
): Pick<Reconciled, 'staying' | 'stopped' | 'leaving' | 'missing'> => {
  const live = resources.filter(({ state }) => state !== 'DELETING');
  const wanted = new Set(live.map(({ physicalId }) => physicalId));
  const removable = [...resources.filter((resource) => !isContainer(resource)), ...live];
  const nodes = new Set(removable.map(({ toscaNodeName }) => toscaNodeName));
  return {
    staying: machines.filter(({ id }) => wanted.has(id)),
    stopped: live.flatMap(({ state, physicalId = '' }) => (state === 'STOPPED' ? [physicalId] : [])),
    leaving: machines.filter(({ id, node }) => !wanted.has(id) && nodes.has(node)),
    missing: live.filter((resource) => hasMachine(resource) && resource.physicalId === undefined),
  };
};

const broken = ['failed', 'unconfigured'];

/**
 * docs/contract/infrastructure-manager.md, "States", by VM: the state of the whole depends on the order in which machines
 * were stopped ("Trap 8").
 */
const atRest = ['configured', 'stopped', 'off'];

/** Judges, from the comparison, an update that the provider has accepted. */
export const judgeReconciled = (
  { launching, staying, stopped, missing }: Reconciled,
  seen: { readonly launchTimeIsUp: boolean; readonly settled: boolean },
): Verdict => {
  if (launching) return { is: 'waiting', why: 'virtual machines are being added' };
  const gone = staying.filter(({ id, state }) => state === 'off' && !stopped.includes(id));
  if (gone.length > 0 && seen.launchTimeIsUp)
    return { is: 'failed', why: [...gone.map(describe), 'it was removed or switched off at the provider'].join('\n') };
  const failed = staying.filter(({ state }) => broken.includes(state));
  if (failed.length > 0) return { is: 'failed', why: ['the update failed', ...failed.map(describe)].join('\n') };
  const busy = staying.filter((one) => !atRest.includes(one.state) || gone.includes(one));
  if (busy.length > 0) return { is: 'waiting', why: busy.map(describe).join('\n') };
  if (missing.length > 0) return lacking(missing, seen.launchTimeIsUp);
  return seen.settled
    ? { is: 'ready' }
    : { is: 'waiting', why: 'the infrastructure is configured but still lacks addresses' };
};

const lacking = (missing: readonly Resource[], launchTimeIsUp: boolean): Verdict => {
  const nodes = [...new Set(missing.map(({ toscaNodeName }) => toscaNodeName))].join(', ');
  return launchTimeIsUp
    ? { is: 'failed', why: `the provider accepted the update and launched no virtual machine for ${nodes}` }
    : { is: 'waiting', why: `there is no virtual machine for ${nodes} yet` };
};

const describe = ({ id, node, state }: VirtualMachine): string => `virtual machine ${id} of ${node} is ${state}`;
