import { NotReadyError, ProviderFailedError } from '../errors.ts';
import { candidatesFor } from '../providers/candidates.ts';
import { rankingLines, reasonsOf } from '../providers/ranking-story.ts';
import { planUpdate } from '../resources/plan-update.ts';
import { putChanged } from '../resources/states.ts';
import type { Topology } from '../tosca/topology.ts';
import type { Attempt } from './attempt.ts';
import { claimAttempt } from './claim-attempt.ts';
import { actionMins, elapsed } from './deadlines.ts';
import type { Deployment } from './deployment.ts';
import { inProgress } from './lifecycle.ts';
import { narrate } from './narrate.ts';
import type { OperationRef } from './operation.ts';
import type { LifecyclePorts } from './ports.ts';
import { readTopology } from './read-topology.ts';

type Ports = Pick<
  LifecyclePorts,
  'clock' | 'ids' | 'deployments' | 'attempts' | 'resources' | 'files' | 'imports' | 'providers'
>;

/**
 * Begins an update: claims the infrastructure, and says of each resource whether it comes, stays or goes. NotReadyError
 * while an action is under way on one of them; ProviderFailedError when the provider cannot take the new template.
 */
export const beginUpdate =
  (ports: Ports) =>
  async ({ deploymentId, operationId }: OperationRef): Promise<void> => {
    const deployment = await ports.deployments.begin(deploymentId, operationId);
    if (!inProgress(deployment.status)) return;
    await requireNoAction(ports, deploymentId);
    const attempt = await claimAttempt(ports, deployment);
    const { topology } = await readTopology(ports, deployment, operationId);
    if (attempt.askedAt === undefined) await fitProvider(ports, deployment, attempt, topology);
    await showPlan(ports, deploymentId, topology);
    await ports.deployments.record(deploymentId, operationId, { task: 'DEPLOYER' });
  };

/** No new one begins while the update is in progress; one that outlived its time is not waited for. */
const requireNoAction = async ({ clock, resources }: Ports, deploymentId: string): Promise<void> => {
  const now = clock.now();
  const busy = (await resources.all(deploymentId)).filter(
    ({ action }) => action !== undefined && !elapsed(action.acceptedAt, now, { minutes: actionMins + 1 }),
  );
  if (busy.length > 0) throw new NotReadyError(`${busy.length} resources are being started or stopped`);
};

/** What the template becomes at this provider, as when the deployment was created; no other one is asked. */
const fitProvider = async (
  { clock, files, providers }: Ports,
  deployment: Deployment,
  attempt: Attempt,
  topology: Topology,
): Promise<void> => {
  const { id, operation, createdBy: owner, limits } = deployment;
  const { providerId, infrastructureId } = attempt;
  const { maxProvidersRetry: _, ...unbounded } = limits;
  const ranking = await candidatesFor(providers, topology, { ...deployment, owner, limits: unbounded });
  const here = ranking.candidates.filter((candidate) => candidate.id === providerId);
  if (here.length === 0) {
    const own = ranking.dropped.find((dropped) => dropped.id === providerId)?.reason;
    const reason = own ?? ['it is no candidate any more', ...reasonsOf(ranking)].join('\n');
    throw new ProviderFailedError(`provider ${providerId} cannot take the new template: ${reason}`);
  }
  await files.putRanking(id, operation.id, { ...ranking, candidates: here });
  const text = `the update of infrastructure ${infrastructureId} begins\n${rankingLines({ candidates: here, dropped: [], notes: ranking.notes })}`;
  await narrate({ files }, id, attempt, { at: clock.now().toISOString(), what: 'update', text });
};

const showPlan = async ({ clock, ids, resources }: Ports, deploymentId: string, topology: Topology): Promise<void> => {
  const now = clock.now();
  const before = await resources.all(deploymentId);
  const make = { deploymentId, now: now.toISOString(), nextId: () => ids.next() };
  const { added, kept, removed } = planUpdate(topology, before, make);
  await putChanged(resources, before, [...added, ...kept, ...removed], now);
};
