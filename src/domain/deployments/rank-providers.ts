import { candidatesFor } from '../providers/candidates.ts';
import { rankingStory } from '../providers/ranking-story.ts';
import { inProgress } from './lifecycle.ts';
import type { OperationRef } from './operation.ts';
import type { LifecyclePorts } from './ports.ts';
import { readTopology } from './read-topology.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'deployments' | 'providers' | 'files' | 'imports'>;

/**
 * Begins the operation and names the providers that may be tried, best first, cut to `maxProvidersRetry`. What the
 * template becomes at each is kept beside it, and why in the log. OperationSupersededError when the deployment belongs
 * to another operation; SlamError, CprError, UnavailableError as the services say.
 */
export const rankProviders =
  (ports: Ports) =>
  async ({ deploymentId, operationId }: OperationRef): Promise<{ readonly candidates: readonly string[] }> => {
    const { clock, deployments, providers, files } = ports;
    const deployment = await deployments.begin(deploymentId, operationId);
    if (inProgress(deployment.status)) await deployments.record(deploymentId, operationId, { task: 'BROKERING' });
    const { topology, text, translated } = await readTopology(ports, deployment, deployment.templateOf);
    const ranking = await candidatesFor(providers, topology, { ...deployment, owner: deployment.createdBy });
    await files.putRanking(deploymentId, operationId, { ...ranking, ...(translated && { translation: text }) });
    await files.appendLog(deploymentId, '0000-ranking', rankingStory(ranking, clock.now()));
    return { candidates: ranking.candidates.map(({ id }) => id) };
  };
