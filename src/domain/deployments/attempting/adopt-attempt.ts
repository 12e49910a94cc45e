import { NotFoundError, NotReadyError, ProviderFailedError } from '../../../foundation/errors.ts';
import { claimAll } from '../../adoption/claim.ts';
import { fitOf, misfit, type Wanted } from '../../adoption/fit.ts';
import { takenText, thingsOf } from '../../adoption/things.ts';
import type { Inspection } from '../../deployers/inspection.ts';
import type { NodeProgress, VirtualMachine } from '../../deployers/machines.ts';
import type { Deployer } from '../../deployers/ports.ts';
import { findProvider } from '../../providers/find-provider.ts';
import { matchMachines } from '../../resources/match.ts';
import { withProgress } from '../../resources/progress.ts';
import type { Resource } from '../../resources/resource.ts';
import { isCompute, putChanged } from '../../resources/states.ts';
import { throughOutages } from '../polling/outage.ts';
import { outageWithinDeadline } from '../polling/overdue.ts';
import type { Attempt } from '../record/attempt.ts';
import type { Deployment, Operation } from '../record/deployment.ts';
import { owned } from '../record/operation.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { requireReachable } from '../record/unreachable.ts';
import { report } from '../reporting/report.ts';
import { endAdoption } from './end-adoption.ts';

type Ports = Pick<
  LifecyclePorts,
  | 'clock'
  | 'attempts'
  | 'deployments'
  | 'resources'
  | 'files'
  | 'providers'
  | 'deployerOf'
  | 'timeline'
  | 'tolerance'
  | 'claims'
>;

/**
 * Makes an infrastructure that stands the deployment's own, instead of making one (docs/decisions/0083). It asks the provider
 * only to look. The attempt knows the infrastructure last, and is complete then: before that nothing of ours would destroy it.
 * A repeat does the same. ProviderFailedError when it belongs to another deployment, or is no longer as it was described;
 * NotReadyError and ProviderUnavailableError: call again; OperationSupersededError when another operation took over.
 */
export const adoptInfrastructure = async (
  ports: Ports,
  deployment: Deployment,
  attempt: Attempt,
  adopts: NonNullable<Operation['adopts']>,
): Promise<Deployment> => {
  if (attempt.infrastructureId !== undefined) {
    const mine = await owned(ports.deployments, refOf(attempt));
    await tellAdopted(ports, mine, attempt, attempt.infrastructureId);
    return mine;
  }
  const seen = await throughOutages(ports, attempt, look);
  if (seen.is === 'failed') throw new ProviderFailedError(seen.why);
  if (seen.is === 'away') throw outageWithinDeadline(deployment, seen, ports.clock.now());
  const { infrastructureId } = adopts;
  const claimed = await recordPlace(ports, attempt, infrastructureId);
  await ports.attempts.record(attempt.deploymentId, attempt.number, { infrastructureId, state: 'COMPLETE' });
  await tellAdopted(ports, claimed, attempt, infrastructureId);
  return claimed;

  async function look(): Promise<{ readonly is: 'adopted' }> {
    await requireReachable(ports, attempt);
    try {
      await bind(ports, attempt, adopts.infrastructureId);
      return { is: 'adopted' };
    } catch (error) {
      if (!(error instanceof ProviderFailedError || error instanceof NotFoundError)) throw error;
      throw await notAdopted(ports, attempt, error);
    }
  }
};

/** A repeat tells it too, since the process may have died before. The instant is that of the record, so that the log has one line. */
const tellAdopted = async (
  ports: Ports,
  deployment: Deployment,
  attempt: Attempt,
  infrastructureId: string,
): Promise<void> => {
  const text = `infrastructure ${infrastructureId} of provider ${attempt.providerId} is adopted, and nothing of it was changed`;
  const event = { kind: 'ATTEMPT_STARTED', name: `attempt-${attempt.number}` } as const;
  await report(ports, { deployment, attempt }, { at: deployment.updatedAt, text, line: 'taken', event });
};

const refOf = ({ deploymentId, operationId }: Attempt) => ({ deploymentId, operationId });

/** Claims it with its machines, compares it once more, and gives each resource its machine. */
const bind = async (ports: Ports, attempt: Attempt, infrastructureId: string): Promise<void> => {
  const deployer = ports.deployerOf(attempt.providerId);
  const { state, vms } = await deployer.status(infrastructureId);
  if (state === 'deleting') throw new ProviderFailedError(`infrastructure ${infrastructureId} is being destroyed`);
  const machines = await deployer.virtualMachines(infrastructureId, Object.keys(vms));
  const inspection = deployer.policy.comparesByItself ? asRead(machines) : await inspected(deployer, infrastructureId);
  await claimThings(ports, attempt, thingsOf(infrastructureId, inspection));
  const before = await ports.resources.all(attempt.deploymentId);
  const { fits, findings } = fitOf({ nodes: nodesOf(before) }, inspection, deployer.policy);
  if (!fits) throw new ProviderFailedError(misfit(findings));
  const nodes = await deployer.nodes(infrastructureId);
  await putChanged(ports.resources, before, bound(deployer, { before, machines, nodes }), ports.clock.now());
};

const claimThings = async (ports: Ports, attempt: Attempt, claims: readonly string[]): Promise<void> => {
  // first, so that a deletion knows what to free
  await ports.attempts.record(attempt.deploymentId, attempt.number, { claims });
  const taken = await claimAll(ports, claims, { holder: attempt.deploymentId });
  if (taken) throw new ProviderFailedError(takenText(taken));
};

interface Seen {
  readonly before: readonly Resource[];
  readonly machines: readonly VirtualMachine[];
  readonly nodes: readonly NodeProgress[];
}

/** ProviderFailedError when a machine was made for another resource: the stack was changed since it was compared. */
const bound = ({ policy }: Deployer, { before, machines, nodes }: Seen): readonly Resource[] => {
  const standing = before.map((resource): Resource => ({ ...resource, state: 'STARTED' }));
  const matched = withProgress(matchMachines(standing, policy.arrange(machines, standing)), nodes);
  const lacking = matched.find((one) => isCompute(one) && one.physicalId === undefined);
  if (lacking)
    throw new ProviderFailedError(`no machine of it was made for node ${lacking.toscaNodeName}: have it compared anew`);
  const stopped = new Set(machines.filter((one) => ['stopped', 'off'].includes(one.state)).map(({ id }) => id));
  return matched.map((one): Resource => (stopped.has(one.physicalId ?? '') ? { ...one, state: 'STOPPED' } : one));
};

/** What an engine says of its machines that compares the rest by itself; the next check asks it for that. */
const asRead = (machines: readonly VirtualMachine[]): Inspection => ({
  is: 'read',
  machines: machines.map(({ id, node, resourceId, state }) => ({
    ...{ id, node, state, values: {} },
    ...(resourceId !== undefined && { resourceId }),
  })),
});

/** As the resources were planned; their sizes were compared when the adoption was accepted. */
const nodesOf = (resources: readonly Resource[]): readonly Wanted[] =>
  [...Map.groupBy(resources, ({ toscaNodeName }) => toscaNodeName)].map(([name, all]) => ({
    ...{ name, count: all.length, types: all[0]?.toscaTypes ?? [], capabilities: {} },
  }));

const inspected = async (deployer: Deployer, infrastructureId: string) => {
  const inspection = await deployer.inspect?.(infrastructureId, {});
  if (inspection === undefined) throw new ProviderFailedError('what stands at this provider cannot be adopted');
  if (inspection.is === 'comparing') throw new NotReadyError('its provider compares what stands');
  return inspection;
};

/** First on the deployment, where another operation may have taken over: then nothing is adopted. */
const recordPlace = async (ports: Ports, attempt: Attempt, infrastructureId: string): Promise<Deployment> => {
  const { deploymentId, operationId, providerId } = attempt;
  const { cannot } = ports.deployerOf(providerId).policy;
  const { name = providerId, facts } = (await findProvider(ports.providers, providerId)) ?? {};
  const provider = { ...facts, ...(name !== providerId && { name }), ...(cannot.length > 0 && { cannot }) };
  const place = { task: 'DEPLOYER', providerId, provider, infrastructureId } as const;
  return ports.deployments.record(deploymentId, operationId, place);
};

const notAdopted = async (ports: Ports, attempt: Attempt, { message }: Error): Promise<ProviderFailedError> => {
  const found = (await ports.attempts.find(attempt.deploymentId, attempt.number)) ?? attempt;
  const { reason = message } = await endAdoption(ports, found, `it was not adopted, and stays as it is: ${message}`);
  return new ProviderFailedError(reason);
};
