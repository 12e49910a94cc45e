import type { Passwords } from '../../../foundation/clock.ts';
import { ConflictError, InvalidError } from '../../../foundation/errors.ts';
import type { Identity } from '../../../foundation/identity.ts';
import type { Json, Node, Topology } from '../../../tosca/topology.ts';
import type { Replace } from '../../changes/change.ts';
import { judges } from '../../policies/judges.ts';
import type { Limits } from '../../providers/limits.ts';
import { holderOf } from '../../resources/aws-types.ts';
import type { UpdatePlan } from '../../resources/plan-update.ts';
import type { Resource } from '../../resources/resource.ts';
import { hasMachine } from '../../resources/states.ts';
import { requireAbility } from '../record/abilities.ts';
import { after } from '../record/deadlines.ts';
import type { Deployment, Operation } from '../record/deployment.ts';
import { type Given, givenOf } from '../record/given.ts';
import { numbered } from '../record/numbered.ts';
import { outlineOf } from '../record/outline.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { replaceOf } from '../record/replace.ts';
import { bothPlaces, secretPlaces } from '../record/secret-places.ts';
import type { Version } from '../record/version.ts';
import { requireSupported } from '../updating/require-supported.ts';
import { refusalOf, type UpdateEffect, updateEffect } from '../updating/update-effect.ts';
import { keepGenerated, processGenerated } from './generated-inputs.ts';
import type { JudgingPorts } from './judge-update.ts';
import { refusalOfProtected } from './protect.ts';
import { anotherVersion, supersede } from './supersede.ts';
import { withUpdate } from './with-update.ts';

export const failureAnswers = ['keep', 'rollback'] as const;
export type OnFailure = (typeof failureAnswers)[number];

/** What it does not give stays as it was before. */
export interface UpdateRequest extends Omit<Given, 'userGroup'> {
  readonly template: string;
  /** overwrite the parameters of before, by name */
  readonly parameters: { readonly [name: string]: Json };
  readonly limits: Limits;
  /** base of the service's addresses, as the client called it; absent: the one of before */
  readonly serviceUrl?: string;
  /** chosen before; absent: a new one */
  readonly operationId?: string | undefined;
  /** absent: nobody is known, and the record names nobody */
  readonly requestedBy?: Identity;
  /** any change since the deployment was read is a PreconditionFailedError */
  readonly onlyIfUnchanged?: boolean | undefined;
  /** nodes whose machines may be removed and made anew when a change cannot be made in place; absent: none */
  readonly replace?: Replace;
  /** why, for the list of versions */
  readonly message?: string;
  /** rollback: an update that fails goes back to the version in force; absent: what it did stays */
  readonly onFailure?: OnFailure;
  /** `parameters` are all that there are, since they bring a version back; `secrets`: those that are taken from it */
  readonly exactly?: { readonly restores: number; readonly secrets: Version['secrets'] };
}

/** The parameters that an update asks for. */
export const parametersOf = (
  before: Deployment['parameters'],
  { parameters, exactly }: Pick<UpdateRequest, 'parameters' | 'exactly'>,
): Deployment['parameters'] => (exactly ? parameters : keepGenerated(before, parameters));

type Ports = Pick<LifecyclePorts, 'clock' | 'ids' | 'deployments' | 'resources' | 'files' | 'workflows' | 'imports'> & {
  readonly passwords: Passwords;
} & JudgingPorts;

/**
 * Accepts another template for a deployment and starts the workflow that applies it (docs/contract/silent-points.md,
 * "Update"). Until the update succeeds, the former template stays in force. InvalidError with every problem of the
 * template, before anything changes. ConflictError in a status that does not allow an update. ForbiddenError when a rule of the
 * installation denies it. If Step Functions does not
 * answer at the end, the update is accepted all the same, and sweep-workflows starts it.
 */
export const updateDeployment = async (ports: Ports, deployment: Deployment, request: UpdateRequest): Promise<void> => {
  requireAbility(deployment, 'update');
  requireWayBack(deployment, request);
  const wanted = parametersOf(deployment.parameters, request);
  const { topology, parameters, names } = await processGenerated(ports, { ...request, parameters: wanted });
  const withParameters = {
    ...request,
    parameters,
    ...(request.onFailure === 'rollback' && { revertedBy: ports.ids.next() }),
  };
  const before = await ports.resources.all(deployment.id);
  requireKnownNodes(topology, before);
  requireReplaceable(topology, before, request.replace);
  const { operationId = ports.ids.next() } = request;
  const accepted = (current: Deployment) => {
    const places = bothPlaces(current, secretPlaces(topology, parameters, names));
    const next = { ...acceptedBy(ports, current, withParameters, operationId), ...places };
    return numbered(current, next, request.exactly?.secrets);
  };
  accepted(deployment);
  const effect = await supportedEffect(ports, deployment, { ...request, topology, before, operationId });
  const refusal = refusalOf(effect.changes);
  if (refusal !== undefined) throw new InvalidError(refusal);
  const unlessProtected = (current: Deployment): Deployment => {
    const why = refusalOfProtected(current, topology, effect);
    if (why !== undefined) throw new ConflictError(why);
    return accepted(current);
  };
  unlessProtected(deployment);
  const { exactly, requestedBy: user } = request;
  const question = { operation: exactly ? 'rollback' : 'update', user } as const;
  if (judges(ports)) {
    const { requireAllowedUpdate } = await import('./judge-update.ts');
    await requireAllowedUpdate(ports, deployment, { topology, effect, question });
  }
  await ports.files.putTemplate(deployment.id, operationId, request.template);
  await ports.files.putOutline(deployment.id, operationId, outlineOf(topology));
  const { next } = await supersede(ports, deployment, unlessProtected, request.onlyIfUnchanged);
  await showPlan(ports, effect.plan);
  await ports.workflows.startOperation(next);
};

/** ConflictError when an update shall go back if it fails, and no version was ever in force. */
export const requireWayBack = (
  { inForce }: Pick<Deployment, 'inForce'>,
  { onFailure }: Pick<UpdateRequest, 'onFailure'>,
): void => {
  if (onFailure !== 'rollback' || inForce !== undefined) return;
  throw new ConflictError(
    'onFailure: there is no version to go back to, since an earlier release accepted what is in force; leave it out, and the next update has one',
  );
};

interface Compared extends Pick<UpdateRequest, 'replace' | 'onlyIfUnchanged'> {
  readonly topology: Topology;
  readonly before: readonly Resource[];
  readonly operationId: string;
}

/** What it does to each node, where the provider can change what stands. PreconditionFailedError: a deletion came first. */
export const supportedEffect = async (
  ports: Pick<Ports, 'clock' | 'ids' | 'files' | 'imports'>,
  deployment: Deployment,
  { topology, before, operationId, onlyIfUnchanged, ...request }: Compared,
): Promise<UpdateEffect> => {
  await requireSupported(deployment, topology);
  try {
    return await updateEffect(ports, deployment, { topology, before, operationId, ...replaceOf(request) });
  } catch (error) {
    // a deletion may have removed the template in force
    throw onlyIfUnchanged && error instanceof ConflictError ? anotherVersion(error) : error;
  }
};

/** Shows added and removed resources at once. The workflow plans them again, since a process may die before this. */
export const showPlan = async (
  { clock, resources }: Pick<Ports, 'clock' | 'resources'>,
  { added, removed }: UpdatePlan,
): Promise<void> => {
  const now = clock.now().toISOString();
  const deleting = removed.map((resource) => ({ ...resource, updatedAt: now, stateSince: now }));
  if (added.length + deleting.length > 0) await resources.put([...added, ...deleting]);
};

/** Reports all unknown ids at once, like every other problem of a template. */
export const requireKnownNodes = ({ nodes }: Topology, resources: readonly Resource[]): void => {
  const known = new Map(resources.map(({ id, toscaNodeName }) => [id, toscaNodeName]));
  const unknown = nodes.flatMap((node) => unknownInstances(node, known));
  if (unknown.length === 0) return;
  throw new InvalidError(
    `${unknown.join('; ')}: a removal_list holds uuids of resources of its own node, as GET …/resources shows them`,
  );
};

/**
 * Refuses unknown names: the machine of a misspelled name would not be replaced. A node that the new template leaves out has
 * a name too, since its data may be what goes.
 */
export const requireReplaceable = (
  { nodes }: Pick<Topology, 'nodes'>,
  resources: readonly Resource[],
  replace: Replace = false,
): void => {
  const all = [...nodes, ...resources.map(({ toscaNodeName: name, toscaTypes: types }) => ({ name, types }))];
  const known = new Set(all.filter(mayBeReplaced).map(({ name }) => name));
  const unknown = typeof replace === 'boolean' ? [] : replace.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  const names = unknown.map((name) => JSON.stringify(name.slice(0, 40))).join(', ');
  const allowed = known.size === 0 ? 'there are none' : `there are ${[...known].join(', ')}`;
  throw new InvalidError(
    `replace names ${names}: it takes names of nodes that are machines or hold data, of which ${allowed}`,
  );
};

const mayBeReplaced = (node: Pick<Node, 'types'>): boolean =>
  hasMachine({ toscaTypes: node.types }) || holderOf(node.types, true) !== undefined;

const unknownInstances = ({ name, removalList }: Node, known: ReadonlyMap<string, string>): readonly string[] =>
  removalList
    .filter((id) => known.get(id) !== name)
    .map((id) => `the removal_list of ${name} names ${JSON.stringify(id.slice(0, 40))}`);

const acceptedBy = (
  { clock }: Pick<Ports, 'clock'>,
  deployment: Deployment,
  request: UpdateRequest & Pick<Operation, 'revertedBy'>,
  id: string,
): Deployment => {
  const { parameters, limits, serviceUrl, exactly, revertedBy } = request;
  const own = {
    ...(exactly && { restores: exactly.restores }),
    ...(revertedBy !== undefined && { revertedBy }),
  };
  const acceptedAt = clock.now().toISOString();
  const operation = operationOf({ id, kind: 'UPDATE', acceptedAt, ...own }, request);
  return {
    ...withUpdate(deployment, operation),
    parameters,
    limits,
    ...givenOf(request),
    ...(serviceUrl !== undefined && { origin: { ...deployment.origin, serviceUrl } }),
  };
};

/** The operation as a request asks for it, with its deadline. */
export const operationOf = (
  own: Pick<Operation, 'id' | 'kind' | 'acceptedAt' | 'retries' | 'restores' | 'revertedBy' | 'reverts'>,
  { requestedBy, replace, message, limits }: Pick<UpdateRequest, 'requestedBy' | 'replace' | 'message' | 'limits'>,
): Operation => {
  const { timeoutMins } = limits;
  const deadline = timeoutMins === undefined ? undefined : after(own.acceptedAt, { minutes: timeoutMins });
  return {
    ...own,
    ...(requestedBy !== undefined && { requestedBy }),
    ...(replace !== undefined && { replace }),
    ...(message !== undefined && { message }),
    ...(deadline !== undefined && { deadline }),
  };
};
