import { ForbiddenError, NotReadyError, ProviderFailedError } from '../../../foundation/errors.ts';
import { readOnce } from '../../../tosca/read-once.ts';
import type { Topology } from '../../../tosca/topology.ts';
import { timeIsUp } from '../../actions/action-outage.ts';
import type { Change } from '../../changes/change.ts';
import { judgeRanking, type PolicyPorts, refusalText } from '../../policies/judge-ranking.ts';
import { candidatesFor } from '../../providers/candidates.ts';
import type { Ranking } from '../../providers/ports.ts';
import { rankingLines, reasonsOf } from '../../providers/ranking-log.ts';
import { machinesWanted, putChanged } from '../../resources/states.ts';
import { rankThroughOutages } from '../attempting/rank-through-outages.ts';
import { readTopology } from '../attempting/read-topology.ts';
import { requireApproval } from '../attempting/require-approval.ts';
import { withCosts } from '../attempting/with-costs.ts';
import { withinQuotas } from '../attempting/within-quotas.ts';
import { claimAttempt, type SubmittedAttempt } from '../record/claim-attempt.ts';
import { type Deployment, infrastructureName } from '../record/deployment.ts';
import { inProgress } from '../record/lifecycle.ts';
import type { OperationRef } from '../record/operation.ts';
import { operationQuestion } from '../record/policy-question.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { replaceOf } from '../record/replace.ts';
import { addChangeEvents, changeLines } from '../reporting/change-events.ts';
import { reportClusterWarnings } from '../reporting/cluster-warnings.ts';
import { reportPolicyWarnings } from '../reporting/policy-warnings.ts';
import { report } from '../reporting/report.ts';
import { addWarningEvents, warningLines } from '../reporting/template-warnings.ts';
import { refusalOf, type UpdateEffect, updateEffect } from './update-effect.ts';
import { updateOrder } from './update-order.ts';

type Ports = Pick<
  LifecyclePorts,
  | 'clock'
  | 'ids'
  | 'deployments'
  | 'attempts'
  | 'resources'
  | 'files'
  | 'imports'
  | 'providers'
  | 'plannerOf'
  | 'timeline'
  | 'tolerance'
  | 'clusterCredentials'
> &
  PolicyPorts;

/**
 * Starts an update: claims the infrastructure, plans which resources are added, kept and removed, and stores everything
 * that will be sent. A repeat decides nothing again. NotReadyError while an action on one of the resources is in
 * progress; ProviderFailedError when the provider cannot run the new template; UnavailableError when an import cannot be
 * read.
 */
export const beginUpdate =
  (ports: Ports) =>
  async ({ deploymentId, operationId }: OperationRef): Promise<void> => {
    const deployment = await ports.deployments.markStarted(deploymentId, operationId);
    if (!inProgress(deployment.status)) return;
    await requireNoAction(ports, deploymentId);
    if (deployment.operation.runs) {
      await claimAttempt(ports, deployment);
      await ports.deployments.record(deploymentId, operationId, { task: 'DEPLOYER' });
      return;
    }
    const kept = await ports.files.findRanking(deploymentId, operationId);
    // the time of the attempt begins once it is approved
    if (kept === undefined && ports.policies.asksApproval) await approvedFirst(ports, deployment);
    const attempt = await claimAttempt(ports, deployment);
    if (kept === undefined) await decide(ports, deployment, attempt);
    await ports.deployments.record(deploymentId, operationId, { task: 'DEPLOYER' });
  };

/** ApprovalNeededError while the plan waits for an approval; what is denied, or cannot be done, fails afterwards. */
const approvedFirst = async (ports: Ports, deployment: Deployment): Promise<void> => {
  const { operation, providerId } = deployment;
  if (providerId === undefined) return;
  const { topology, text } = await readTopology(ports, deployment, operation.id);
  const { fitted, effect } = await effectAt(ports, deployment, { providerId }, topology);
  const judged = await judgeRanking(ports, operationQuestion(deployment, topology, effect), fitted);
  const nodes = topology.nodes;
  await requireApproval(ports, deployment, { judged, template: text, nodes });
};

/** No action starts while the update is in progress. An action whose time is up is not waited for. */
const requireNoAction = async ({ clock, resources }: Ports, deploymentId: string): Promise<void> => {
  const now = clock.now();
  const busy = (await resources.all(deploymentId)).filter(
    ({ action }) => action !== undefined && !timeIsUp(action, now, { more: 1 }),
  );
  if (busy.length > 0) throw new NotReadyError(`${busy.length} resources are being started or stopped`);
};

/**
 * Reads the imports only once, and stores the ranking last: if it is there, the plan is visible.
 */
const decide = async (ports: Ports, deployment: Deployment, attempt: SubmittedAttempt): Promise<void> => {
  const { files, resources } = ports;
  const { id, operation, parameters: inputs } = deployment;
  const imports = readOnce(ports.imports);
  const read = await readTopology({ files, imports }, deployment, operation.id);
  const { topology, text, kept } = read;
  await reportClusterWarnings(ports, deployment, topology);
  const { fitted, before, effect } = await effectAt(ports, deployment, attempt, topology);
  const { changes, plan } = effect;
  const refusal = refusalOf(changes);
  if (refusal !== undefined) throw new ProviderFailedError(refusal);
  const ranking = await allowed(ports, deployment, { topology, effect, ranking: fitted });
  const edits = ranking.candidates.flatMap((own) => own.edits);
  const name = infrastructureName(id, attempt.number);
  await putChanged(resources, before, [...plan.added, ...plan.kept, ...plan.removed], ports.clock.now());
  const { nodes } = topology;
  const machines = machinesWanted([...plan.kept, ...plan.added]);
  const order = { template: text, inputs, name, edits, machines, nodes, changed: changes, resources: before };
  const sent = await ports.plannerOf(attempt.providerId).updateEdits(updateOrder(imports, order));
  const logText = [...read.imports.map((line) => `import ${line}`), ...warningLines(read.warnings).map(asWarning)];
  await reportStart(ports, attempt, ranking, { changes, logText });
  await addWarningEvents(ports, deployment, read.warnings);
  await addChangeEvents(ports, deployment, changes);
  const altered = changes.filter(({ how }) => how === 'altered').map(({ node, property }) => ({ node, property }));
  await files.putRanking(id, operation.id, { ...ranking, ...kept, altered, sent });
};

/** ForbiddenError when a rule denies what it would become, or a quota does not allow it; a template that was accepted is judged by the rules of now. */
const allowed = async (
  ports: Ports,
  deployment: Deployment,
  {
    topology,
    effect,
    ranking,
  }: { readonly topology: Topology; readonly effect: UpdateEffect; readonly ranking: Ranking },
): Promise<Ranking> => {
  const judged = await judgeRanking(ports, operationQuestion(deployment, topology, effect), ranking);
  const refusal = refusalText(judged.violations);
  if (refusal !== '') throw new ForbiddenError(refusal);
  await reportPolicyWarnings(ports, deployment, judged.violations);
  const within = await withinQuotas(ports, deployment, judged.ranking);
  if (within.candidates.length === 0) throw new ForbiddenError(within.dropped.at(-1)?.reason ?? 'the quota is reached');
  return withCosts(ports, topology, within, judged.previews);
};

/** Where an update is made; the time of an outage counts from the start of its attempt. */
type At = Pick<SubmittedAttempt, 'providerId'> & Partial<Pick<SubmittedAttempt, 'startedAt'>>;

/** What the update does to the resources that there are. */
const effectAt = async (ports: Ports, deployment: Deployment, at: At, topology: Topology) => {
  const { id, operation } = deployment;
  const fitted = await fitProvider(ports, deployment, at, topology);
  const before = await ports.resources.all(id);
  const planning = { topology, before, operationId: operation.id, ...replaceOf(operation) };
  return { fitted, before, effect: await updateEffect(ports, deployment, planning) };
};

/** The edits of the template for this provider, made as at creation; no other provider is asked. */
const fitProvider = async (
  ports: Ports,
  deployment: Deployment,
  { providerId, startedAt }: At,
  topology: Topology,
): Promise<Ranking> => {
  const { createdBy: owner } = deployment;
  const rank = () => candidatesFor(ports.providers, topology, { ...deployment, owner, only: providerId });
  const ranking = await rankThroughOutages(ports, deployment, rank, startedAt);
  const here = ranking.candidates.filter((candidate) => candidate.id === providerId);
  if (here.length === 0) {
    const own = ranking.dropped.find((dropped) => dropped.id === providerId)?.reason;
    const reason = own ?? ['it is no longer a candidate', ...reasonsOf(ranking)].join('\n');
    throw new ProviderFailedError(`provider ${providerId} cannot run the new template: ${reason}`);
  }
  return { ...ranking, candidates: here };
};

const asWarning = (line: string): string => `warning: the template, ${line}`;

const reportStart = async (
  ports: Ports,
  attempt: SubmittedAttempt,
  { candidates, notes }: Ranking,
  { changes, logText }: { readonly changes: readonly Change[]; readonly logText: readonly string[] },
): Promise<void> => {
  const lines = [rankingLines({ candidates, dropped: [], notes }), ...logText.map((line) => `  ${line}`)];
  const text = `the update of infrastructure ${attempt.infrastructureId} begins\n${lines.join('\n')}${changeLines(changes)}`;
  await report(ports, { attempt }, { text, line: 'update' });
};
