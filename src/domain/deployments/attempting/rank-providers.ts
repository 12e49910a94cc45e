import { onlyThere } from '../../adoption/only-there.ts';
import { judgedCandidates, type PolicyPorts } from '../../policies/judge-ranking.ts';
import { rankingLog } from '../../providers/ranking-log.ts';
import type { Deployment } from '../record/deployment.ts';
import { inProgress } from '../record/lifecycle.ts';
import type { OperationRef } from '../record/operation.ts';
import { operationQuestion } from '../record/policy-question.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import type { StoredRanking } from '../record/stored-ranking.ts';
import { reportClusterWarnings } from '../reporting/cluster-warnings.ts';
import { pieceOf } from '../reporting/log-line.ts';
import { reportPolicyWarnings } from '../reporting/policy-warnings.ts';
import { reportWarnings } from '../reporting/template-warnings.ts';
import { keepPlanned } from './keep-planned.ts';
import { planAnew } from './plan-anew.ts';
import { rankThroughOutages } from './rank-through-outages.ts';
import { importsLog, readTopology } from './read-topology.ts';
import { requireApproval } from './require-approval.ts';
import { withCosts } from './with-costs.ts';
import { withinQuotas } from './within-quotas.ts';

type Ports = Pick<
  LifecyclePorts,
  | 'clock'
  | 'ids'
  | 'deployments'
  | 'attempts'
  | 'resources'
  | 'providers'
  | 'files'
  | 'imports'
  | 'timeline'
  | 'tolerance'
  | 'clusterCredentials'
> &
  PolicyPorts;

/**
 * Starts the operation and returns the providers that may be tried, best first, at most `maxProvidersRetry`. Stores the
 * edits for each of them beside the template, and the reasons in the log. A ranking that is already stored is not made
 * again. OperationSupersededError when the deployment belongs to another operation; SlamError, CprError as the services
 * report them; rankThroughOutages says how long it waits for them.
 */
export const rankProviders =
  (ports: Ports) =>
  async ({ deploymentId, operationId }: OperationRef): Promise<{ readonly candidates: readonly string[] }> => {
    const { deployments, files } = ports;
    const found = await deployments.markStarted(deploymentId, operationId);
    // once, since the wait for services that do not answer counts from this write
    const waits = found.operation.approval?.state === 'waiting';
    const begins = inProgress(found.status) && found.task !== 'BROKERING' && !waits;
    const deployment = begins ? await deployments.record(deploymentId, operationId, { task: 'BROKERING' }) : found;
    if (inProgress(deployment.status)) {
      await keepPlanned(
        ports,
        deployment,
        async () => (await readTopology(ports, deployment, deployment.templateOf)).topology,
      );
    }
    const kept = await files.findRanking(deploymentId, operationId);
    const { candidates } = kept ?? (await decide(ports, deployment));
    return { candidates: candidates.map(({ id }) => id) };
  };

/** A creation that is repeated, or that moves, has pieces of its own, after those of all attempts before. */
const piecesOf = async ({ attempts }: Ports, { id, operation }: Deployment): Promise<(what: string) => string> => {
  if (operation.retries === undefined && operation.moves === undefined) return (what) => `0000-${what}`;
  const before = (await attempts.list(id)).filter(({ operationId }) => operationId !== operation.id);
  return (what) => `${pieceOf(before.at(-1)?.number ?? 0)}-~${operation.acceptedAt}-${what}`;
};

/** Stores the ranking last: if it is there, all the rest is done. */
const decide = async (ports: Ports, deployment: Deployment): Promise<StoredRanking> => {
  const { clock, files } = ports;
  const { id, operation, templateOf, createdBy: owner } = deployment;
  const { topology, text: template, kept, imports, warnings } = await readTopology(ports, deployment, templateOf);
  const pieceNamed = await piecesOf(ports, deployment);
  await reportClusterWarnings(ports, deployment, topology);
  if (imports.length > 0) await files.appendLog(id, pieceNamed('imports'), importsLog(imports, clock.now()));
  await reportWarnings(ports, deployment, warnings);
  const question = operationQuestion(deployment, topology);
  const { adopts, moves } = operation;
  const places = { only: adopts?.providerId, except: moves?.from.providerId };
  const rank = () => judgedCandidates(ports, question, { ...deployment, owner, ...places });
  const judged = await rankThroughOutages(ports, deployment, rank);
  await reportPolicyWarnings(ports, deployment, judged.violations);
  const within = await withinQuotas(ports, deployment, onlyThere(adopts, judged.ranking));
  const plan = { judged: { ...judged, ranking: within }, template, nodes: topology.nodes };
  if (ports.policies.asksApproval) await requireApproval(ports, deployment, plan);
  const ranking = { ...(await withCosts(ports, topology, within, judged.previews)), ...kept };
  await files.appendLog(id, pieceNamed('ranking'), rankingLog(ranking, clock.now()));
  if (operation.retries === 'anew') await planAnew(ports, deployment, topology);
  await files.putRanking(id, operation.id, ranking);
  return ranking;
};
