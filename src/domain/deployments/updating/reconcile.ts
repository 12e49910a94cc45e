import type { InfrastructureStatus, VirtualMachine } from '../../providers/ports.ts';
import type { Verdict } from '../../providers/verdict.ts';
import { matchMachines } from '../../resources/match.ts';
import type { Resource } from '../../resources/resource.ts';
import { isCompute, putChanged } from '../../resources/states.ts';
import { followLog } from '../following/follow-log.ts';
import { whileAnswering } from '../following/outage.ts';
import type { Standing } from '../record/claim-attempt.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { tellWhatProviderSays } from '../telling/provider.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'attempts' | 'resources' | 'files' | 'infrastructureManager' | 'timeline'>;

/** An infrastructure that is being updated, beside what it should be. */
export interface Survey {
  readonly log: string;
  /**
   * VMs are being added, and their ids may change (docs/contract/infrastructure-manager.md, "Trap 7"): nothing else is
   * known
   */
  readonly launching: boolean;
  /** VMs of the resources that stay */
  readonly staying: readonly VirtualMachine[];
  /** VMs of the resources that go, and those beyond the number that is wanted */
  readonly leaving: readonly VirtualMachine[];
  /** resources that stay, or come, and have no VM */
  readonly missing: readonly Resource[];
}

/** Looks at the infrastructure; brings log and resources up to date. */
export const survey = async (ports: Ports, attempt: Standing): Promise<Survey> => {
  const { providerId, infrastructureId } = attempt;
  const status = await ports.infrastructureManager.status(providerId, infrastructureId);
  return whileAnswering(() => surveyMachines(ports, attempt, status));
};

const surveyMachines = async (ports: Ports, attempt: Standing, status: InfrastructureStatus): Promise<Survey> => {
  const { deploymentId, providerId, infrastructureId } = attempt;
  await tellWhatProviderSays(ports, attempt, status);
  const log = await followLog(ports, attempt, infrastructureId);
  if (isLaunching(status)) return { log, launching: true, staying: [], leaving: [], missing: [] };
  const vmIds = Object.keys(status.vms);
  const machines = await ports.infrastructureManager.virtualMachines(providerId, infrastructureId, vmIds);
  const before = await ports.resources.all(deploymentId);
  const after = matchMachines(before, machines).map((resource, index) => madeNow(resource, before[index], attempt));
  await putChanged(ports.resources, before, after, ports.clock.now());
  return { log, launching: false, ...compare(after, machines) };
};

/** A machine that came for a resource while the update is at work was made from its template. */
const madeNow = (resource: Resource, seen: Resource | undefined, { operationId, askedAt }: Standing): Resource =>
  askedAt === undefined || resource.physicalId === undefined || resource.physicalId === seen?.physicalId
    ? resource
    : { ...resource, madeBy: operationId };

/** The state of the whole hides it when a machine has failed. */
const isLaunching = ({ state, vms }: InfrastructureStatus): boolean =>
  state === 'pending' || Object.values(vms).includes('pending');

/**
 * A VM whose node nobody here knows is left alone: the Infrastructure Manager names those of containers differently
 * (docs/contract/infrastructure-manager.md, "Machines").
 */
const compare = (
  resources: readonly Resource[],
  machines: readonly VirtualMachine[],
): Pick<Survey, 'staying' | 'leaving' | 'missing'> => {
  const live = resources.filter(({ state }) => state !== 'DELETING');
  const wanted = new Set(live.map(({ physicalId }) => physicalId));
  const nodes = new Set(resources.map(({ toscaNodeName }) => toscaNodeName));
  return {
    staying: machines.filter(({ id }) => wanted.has(id)),
    leaving: machines.filter(({ id, node }) => !wanted.has(id) && nodes.has(node)),
    missing: live.filter((resource) => isCompute(resource) && resource.physicalId === undefined),
  };
};

const broken = ['failed', 'unconfigured'];

/**
 * docs/contract/infrastructure-manager.md, "States", by VM: what the whole shows depends on the order of those that were
 * stopped ("Trap 8").
 */
const atRest = ['configured', 'stopped', 'off'];

/** What a survey says of an update that the provider has taken. */
export const judgeSurvey = (
  { launching, staying, missing }: Survey,
  seen: { readonly launchTimeIsUp: boolean; readonly settled: boolean },
): Verdict => {
  if (launching) return { is: 'waiting', why: 'virtual machines are being added' };
  const failed = staying.filter(({ state }) => broken.includes(state));
  if (failed.length > 0) return { is: 'failed', why: ['the update failed', ...failed.map(describe)].join('\n') };
  const busy = staying.filter(({ state }) => !atRest.includes(state));
  if (busy.length > 0) return { is: 'waiting', why: busy.map(describe).join('\n') };
  if (missing.length > 0) return lacking(missing, seen.launchTimeIsUp);
  return seen.settled
    ? { is: 'ready' }
    : { is: 'waiting', why: 'the infrastructure is configured and lacks addresses' };
};

const lacking = (missing: readonly Resource[], launchTimeIsUp: boolean): Verdict => {
  const nodes = [...new Set(missing.map(({ toscaNodeName }) => toscaNodeName))].join(', ');
  return launchTimeIsUp
    ? { is: 'failed', why: `the provider accepted the update and launched no virtual machine for ${nodes}` }
    : { is: 'waiting', why: `there is no virtual machine for ${nodes} yet` };
};

const describe = ({ id, node, state }: VirtualMachine): string => `virtual machine ${id} of ${node} is ${state}`;
