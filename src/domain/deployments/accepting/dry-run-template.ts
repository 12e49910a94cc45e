import {
  ConflictError,
  NotFoundError,
  NotReadyError,
  ProviderFailedError,
  ProviderUnavailableError,
} from '../../../foundation/errors.ts';
import type { Identity } from '../../../foundation/identity.ts';
import type { Problem } from '../../../tosca/problems.ts';
import type { ResolvedImport } from '../../../tosca/resolved-imports.ts';
import type { Topology } from '../../../tosca/topology.ts';
import { onlyThere } from '../../adoption/only-there.ts';
import type { Change } from '../../changes/change.ts';
import { usualKind } from '../../deployers/kinds.ts';
import type { CreationPreviewOf, Preview, UpdatePreviewOf } from '../../deployers/preview.ts';
import {
  type JudgedRanking,
  judgedCandidates,
  type PolicyPorts,
  refusalOfPlan,
  refusalText,
  warningTexts,
} from '../../policies/judge-ranking.ts';
import type { PlannedOperation } from '../../policies/plan.ts';
import type { Violation } from '../../policies/rule.ts';
import { candidatesFor } from '../../providers/candidates.ts';
import { findProvider } from '../../providers/find-provider.ts';
import type { Candidate, Dropped, Provider, Ranking } from '../../providers/ports.ts';
import { previewOrder } from '../../providers/preview-order.ts';
import type { UpdatePlan } from '../../resources/plan-update.ts';
import type { Resource } from '../../resources/resource.ts';
import { machinesWanted } from '../../resources/states.ts';
import { requireAbility } from '../record/abilities.ts';
import type { Deployment } from '../record/deployment.ts';
import { advance } from '../record/lifecycle.ts';
import { policyQuestion } from '../record/policy-question.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { whyUnreachable } from '../record/unreachable.ts';
import { clusterWarningsOf } from '../reporting/cluster-warnings.ts';
import { refusalOf, type UpdateEffect } from '../updating/update-effect.ts';
import { planSome } from './create.ts';
import { judgeUpdate } from './judge-update.ts';
import { lacksOf } from './lacks-of.ts';
import { type CreateRequest, processRequest } from './process-request.ts';
import { refusalOfProtected } from './protect.ts';
import { type QuotaPorts, requireQuota } from './require-quota.ts';
import { calendarFor } from './set-hours.ts';
import {
  parametersOf,
  requireKnownNodes,
  requireReplaceable,
  requireWayBack,
  supportedEffect,
  type UpdateRequest,
} from './update.ts';
import { withoutProviders } from './without-providers.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'ids' | 'imports' | 'providers' | 'clusterCredentials'> & PolicyPorts;

/** What clouds would do, where a kind of deployer can tell. */
export interface CreationPreviews {
  readonly creationPreviewOf: CreationPreviewOf;
}
export interface UpdatePreviews {
  readonly updatePreviewOf: UpdatePreviewOf;
}

/** The result of a dry run of a creation. */
export interface CreationDryRun extends Partial<Pick<JudgedRanking, 'violations'>> {
  readonly topology: Topology;
  /** these ids and that of the deployment are made up: they exist nowhere else */
  readonly resources: readonly Resource[];
  readonly candidates: readonly (Candidate & { readonly preview?: Preview })[];
  /** providers that would not be tried, with the reason */
  readonly dropped: readonly Dropped[];
  /** problems of the ranking that did not stop it */
  readonly notes: readonly string[];
  /** warnings about the template; none is an error */
  readonly warnings: readonly Problem[];
  /** imports that more than one file could have answered, with the file that was used */
  readonly imports: readonly ResolvedImport[];
}

/** Checks and ranks everything, and makes nothing. InvalidError as in createDeployment. */
export const dryRunCreation = async (
  ports: Ports & CreationPreviews & QuotaPorts,
  request: CreateRequest,
  {
    except,
    ...asks
  }: {
    readonly operation: PlannedOperation;
    readonly user?: Identity;
    /** id of the provider that the deployment leaves; absent: none */
    readonly except?: string | undefined;
  } = { operation: 'create' },
): Promise<CreationDryRun> => {
  const { topology, problems, imports = [] } = await processRequest(ports, request);
  await requireQuota(ports, request);
  const { clock, ids } = ports;
  const now = clock.now().toISOString();
  const make = { deploymentId: ids.next(), operationId: ids.next(), now, nextId: () => ids.next() };
  const resources = planSome(topology, make);
  calendarFor(request.officeHours, resources); // refused as by the creation
  const asker = { ...request, token: request.delegation?.token, only: request.adopts?.providerId, except };
  const question = policyQuestion({ ...request, createdBy: request.owner }, topology, asks);
  const judged = await judgedCandidates(ports, question, asker).catch(withoutProviders);
  const { violations } = judged;
  const ranking = onlyThere(request.adopts, judged.ranking);
  requireWithinQuotas(ranking, violations);
  const machines = machinesWanted(resources);
  const candidates = ranking.candidates.map(async (candidate) => {
    const preview = await ports.creationPreviewOf(candidate.id)?.(previewOrder('dry-run', candidate, machines));
    return preview ? { ...candidate, preview } : candidate;
  });
  return {
    topology,
    resources,
    ...ranking,
    candidates: await Promise.all(candidates),
    ...(!ports.policies.isEmpty && { violations: violations.filter(({ isQuota }) => !isQuota) }),
    warnings: [...problems, ...clusterWarningsOf(ports, { ...request, createdBy: request.owner }, topology)],
    imports,
  };
};

/** As the request itself: a quota that leaves no provider is a ConflictError. */
const requireWithinQuotas = ({ candidates }: Ranking, violations: readonly Violation[]): void => {
  const refusal = candidates.length === 0 ? refusalOfPlan(violations) : undefined;
  if (refusal instanceof ConflictError) throw refusal;
};

/** The result of a dry run of an update. */
export interface UpdateDryRun extends Pick<CreationDryRun, 'topology' | 'warnings' | 'imports' | 'violations'> {
  readonly plan: UpdatePlan;
  /** what happens to each changed property; the real update is refused if one of them is refused */
  readonly changes: readonly Change[];
  /** the provider, which stays the same: an update never moves a deployment; absent: nothing was made anywhere */
  readonly provider?: Pick<Provider, 'id' | 'name'>;
  /** what its cloud would do; absent: it cannot tell, or `notes` says why not */
  readonly preview?: Preview;
  readonly notes: readonly string[];
}

/** Checks and plans an update, and changes nothing. InvalidError and ConflictError as in updateDeployment. */
export const dryRunUpdate = async (
  ports: Ports & Pick<LifecyclePorts, 'resources' | 'files'> & UpdatePreviews,
  deployment: Deployment,
  request: UpdateRequest,
): Promise<UpdateDryRun> => {
  requireAbility(deployment, 'update');
  requireWayBack(deployment, request);
  const parameters = parametersOf(deployment.parameters, request);
  const { topology, problems, imports = [] } = await processRequest(ports, { template: request.template, parameters });
  const before = await ports.resources.all(deployment.id);
  requireKnownNodes(topology, before);
  requireReplaceable(topology, before, request.replace);
  advance(deployment.status, 'update');
  const { replace, serviceUrl } = request;
  const compared = { topology, before, operationId: ports.ids.next(), ...(replace !== undefined && { replace }) };
  const effect = await supportedEffect(ports, deployment, compared);
  const withOrigin = serviceUrl === undefined ? deployment : { ...deployment, origin: { serviceUrl } };
  const question = { operation: request.exactly ? 'rollback' : 'update', user: request.requestedBy } as const;
  const planned = await plannedUpdate(ports, withOrigin, { topology, problems, imports, question }, effect);
  if (request.onFailure !== 'rollback') return planned;
  return {
    ...planned,
    notes: [...planned.notes, `if it fails, the deployment goes back to version ${deployment.inForce}`],
  };
};

/** What a change of what stands would do, as far as the provider tells it. */
export const plannedUpdate = async (
  ports: Pick<Ports, 'providers' | 'clusterCredentials' | keyof PolicyPorts> & UpdatePreviews,
  deployment: Deployment,
  {
    topology,
    problems,
    imports,
    question,
  }: Pick<UpdateDryRun, 'topology' | 'imports'> & {
    readonly problems: readonly Problem[];
    readonly question: Parameters<typeof judgeUpdate>[2]['question'];
  },
  effect: UpdateEffect,
): Promise<UpdateDryRun> => {
  const provider = await providerOf(ports, deployment);
  const warnings = [...problems, ...clusterWarningsOf(ports, deployment, topology)];
  const previewed = await previewOf(ports, deployment, topology, effect);
  const violations = await judgeUpdate(ports, deployment, { topology, effect, question });
  const judged = [refusalText(violations), ...warningTexts(violations)].filter((text) => text !== '');
  const notes = noted(refusalOfProtected(deployment, topology, effect), [...judged, ...(previewed.notes ?? [])]);
  return {
    ...{ topology, warnings, imports, ...effect, ...previewed, notes },
    ...(provider && { provider }),
    ...(!ports.policies.isEmpty && { violations: violations.filter(({ isQuota }) => !isQuota) }),
  };
};

/** A refusal comes first. */
export const noted = (refusal: string | undefined, notes: readonly string[] = []): readonly string[] =>
  refusal === undefined ? notes : [refusal, ...notes];

/** A cloud that cannot be asked just now is no reason against a dry run. */
const previewOf = async (
  ports: Pick<LifecyclePorts, 'providers'> & UpdatePreviews,
  deployment: Deployment,
  topology: Topology,
  { plan, changes }: UpdateEffect,
): Promise<Partial<Pick<UpdateDryRun, 'preview' | 'notes'>>> => {
  const { providerId, infrastructureId, createdBy: owner } = deployment;
  const deployer = deployment.provider && (deployment.provider.deployer ?? usualKind);
  const unreachable = deployer && providerId && (await whyUnreachable(ports, { providerId, deployer }));
  if (unreachable) return { notes: [`the update would fail: ${unreachable}`] };
  if (providerId === undefined || infrastructureId === undefined || refusalOf(changes) !== undefined) return {};
  const previewed = ports.updatePreviewOf(providerId);
  const asker = { ...deployment, owner, only: providerId };
  if (!previewed) return { notes: await lacksOf(ports.providers, topology, asker) };
  const { candidates, dropped } = await candidatesFor(ports.providers, topology, asker);
  const here = candidates.find(({ id }) => id === providerId);
  if (here === undefined) {
    const why = dropped.find(({ id }) => id === providerId)?.reason ?? 'it is no longer a candidate';
    return { notes: [`provider ${providerId} cannot run the new template: ${why}`] };
  }
  try {
    const machines = machinesWanted([...plan.kept, ...plan.added]);
    return { preview: await previewed(infrastructureId, previewOrder('dry-run', here, machines)) };
  } catch (error) {
    if (!isOfProvider(error)) throw error;
    return { notes: [`what provider ${providerId} would do is not known: ${error.message}`] };
  }
};

const ofProviders = [NotFoundError, NotReadyError, ProviderFailedError, ProviderUnavailableError];
const isOfProvider = (error: unknown): error is Error => ofProviders.some((each) => error instanceof each);

/** Only the id, if the provider is no longer configured: the update itself would then fail and say so. */
const providerOf = async ({ providers }: Pick<LifecyclePorts, 'providers'>, { providerId: id }: Deployment) => {
  if (id === undefined) return undefined;
  const { name } = (await findProvider(providers, id)) ?? { name: `${id}, which is no longer configured` };
  return { id, name };
};
