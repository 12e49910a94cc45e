import { candidatesFor } from '../../providers/candidates.ts';
import { rankingStory } from '../../providers/ranking-log.ts';
import type { Deployment } from '../record/deployment.ts';
import type { KeptRanking } from '../record/kept-ranking.ts';
import { inProgress } from '../record/lifecycle.ts';
import type { OperationRef } from '../record/operation.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { tellClusterWarnings } from '../telling/cluster-warnings.ts';
import { tellWarnings, warningsStory } from '../telling/template-warnings.ts';
import { rankThroughOutages } from './rank-through-outages.ts';
import { importsStory, readTopology } from './read-topology.ts';

type Ports = Pick<
  LifecyclePorts,
  'clock' | 'deployments' | 'providers' | 'files' | 'imports' | 'timeline' | 'tolerance' | 'clusterCredentials'
>;

/**
 * Begins the operation and names the providers that may be tried, best first, cut to `maxProvidersRetry`. What the
 * template becomes at each is kept beside it, and why in the log; what is kept already is not decided again.
 * OperationSupersededError when the deployment belongs to another operation; SlamError, CprError as the
 * services say; rankThroughOutages says how long they are waited for.
 */
export const rankProviders =
  (ports: Ports) =>
  async ({ deploymentId, operationId }: OperationRef): Promise<{ readonly candidates: readonly string[] }> => {
    const { deployments, files } = ports;
    const deployment = await deployments.begin(deploymentId, operationId);
    if (inProgress(deployment.status)) await deployments.record(deploymentId, operationId, { task: 'BROKERING' });
    const kept = await files.findRanking(deploymentId, operationId);
    const { candidates } = kept?.outputs === undefined ? await decide(ports, deployment) : kept;
    return { candidates: candidates.map(({ id }) => id) };
  };

/** Keeps it last: a ranking that is there says that all of this is done. */
const decide = async (ports: Ports, deployment: Deployment): Promise<KeptRanking> => {
  const { clock, providers, files } = ports;
  const { id, operation, templateOf, createdBy: owner } = deployment;
  const { topology, kept, imports, warnings } = await readTopology(ports, deployment, templateOf);
  await tellClusterWarnings(ports, deployment, topology);
  if (imports.length > 0) await files.appendLog(id, '0000-imports', importsStory(imports, clock.now()));
  if (warnings.length > 0) await files.appendLog(id, '0000-template', warningsStory(warnings, clock.now()));
  await tellWarnings(ports, deployment, warnings);
  const rank = () => candidatesFor(providers, topology, { ...deployment, owner });
  const ranking = { ...(await rankThroughOutages(ports, deployment, rank)), ...kept };
  await files.appendLog(id, '0000-ranking', rankingStory(ranking, clock.now()));
  await files.putRanking(id, operation.id, ranking);
  return ranking;
};
