import type { Problem } from '../../../tosca/problems.ts';
import type { ResolvedImport } from '../../../tosca/resolved-imports.ts';
import type { Topology } from '../../../tosca/topology.ts';
import type { Change } from '../../changes/change.ts';
import { candidatesFor } from '../../providers/candidates.ts';
import { findProvider } from '../../providers/find-provider.ts';
import type { Candidate, Dropped, Provider } from '../../providers/ports.ts';
import type { UpdatePlan } from '../../resources/plan-update.ts';
import type { Resource } from '../../resources/resource.ts';
import { requireAbility } from '../record/abilities.ts';
import type { Deployment } from '../record/deployment.ts';
import { advance } from '../record/lifecycle.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { replaceOf } from '../record/replace.ts';
import { clusterWarningsOf } from '../reporting/cluster-warnings.ts';
import { updateEffect } from '../updating/update-effect.ts';
import { planSome } from './create.ts';
import { keepGenerated } from './generated-inputs.ts';
import { type CreateRequest, processRequest } from './process-request.ts';
import { requireKnownNodes, requireMachines, type UpdateRequest } from './update.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'ids' | 'imports' | 'providers' | 'clusterCredentials'>;

/** The result of a dry run of a creation. */
export interface CreationDryRun {
  readonly topology: Topology;
  /** these ids and that of the deployment are made up: they exist nowhere else */
  readonly resources: readonly Resource[];
  readonly candidates: readonly Candidate[];
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
export const dryRunCreation = async (ports: Ports, request: CreateRequest): Promise<CreationDryRun> => {
  const { topology, problems, imports = [] } = await processRequest(ports, request);
  const { clock, ids, providers } = ports;
  const now = clock.now().toISOString();
  const make = { deploymentId: ids.next(), operationId: ids.next(), now, nextId: () => ids.next() };
  return {
    topology,
    resources: planSome(topology, make),
    ...(await candidatesFor(providers, topology, { ...request, token: request.delegation?.token })),
    warnings: [...problems, ...clusterWarningsOf(ports, { ...request, createdBy: request.owner }, topology)],
    imports,
  };
};

/** The result of a dry run of an update. */
export interface UpdateDryRun extends Pick<CreationDryRun, 'topology' | 'warnings' | 'imports'> {
  readonly plan: UpdatePlan;
  /** what happens to each changed property; the real update is refused if one of them is refused */
  readonly changes: readonly Change[];
  /** the provider, which stays the same: an update never moves a deployment; absent: nothing was made anywhere */
  readonly provider?: Pick<Provider, 'id' | 'name'>;
}

/** Checks and plans an update, and changes nothing. InvalidError and ConflictError as in updateDeployment. */
export const dryRunUpdate = async (
  ports: Ports & Pick<LifecyclePorts, 'resources' | 'files'>,
  deployment: Deployment,
  request: UpdateRequest,
): Promise<UpdateDryRun> => {
  requireAbility(deployment, 'update');
  const parameters = keepGenerated(deployment.parameters, request.parameters);
  const { topology, problems, imports = [] } = await processRequest(ports, { template: request.template, parameters });
  const before = await ports.resources.all(deployment.id);
  requireKnownNodes(topology, before);
  requireMachines(topology, request.replace);
  advance(deployment.status, 'update');
  const operationId = ports.ids.next();
  const effect = await updateEffect(ports, deployment, { topology, before, operationId, ...replaceOf(request) });
  const provider = await providerOf(ports, deployment);
  const { serviceUrl } = request;
  const asked = serviceUrl === undefined ? deployment : { ...deployment, origin: { serviceUrl } };
  const warnings = [...problems, ...clusterWarningsOf(ports, asked, topology)];
  return { topology, warnings, imports, ...effect, ...(provider && { provider }) };
};

/** Only the id, if the provider is no longer configured: the update itself would then fail and say so. */
const providerOf = async ({ providers }: Pick<LifecyclePorts, 'providers'>, { providerId: id }: Deployment) => {
  if (id === undefined) return undefined;
  const { name } = (await findProvider(providers, id)) ?? { name: `${id}, which is no longer configured` };
  return { id, name };
};
