import { InvalidError } from '../errors.ts';
import { planUpdate } from '../resources/plan-update.ts';
import type { Resource } from '../resources/resource.ts';
import type { Json, Node, Topology } from '../tosca/topology.ts';
import { processRequest } from './create.ts';
import { after } from './deadlines.ts';
import type { Deployment, Limits } from './deployment.ts';
import { handOver } from './hand-over.ts';
import { advance } from './lifecycle.ts';
import type { LifecyclePorts } from './ports.ts';
import { bothPlaces, secretPlaces } from './secret-places.ts';

export interface UpdateRequest {
  readonly template: string;
  /** merged over those of before */
  readonly parameters: { readonly [name: string]: Json };
  /** absent: that of before */
  readonly callback?: string;
  readonly limits: Limits;
  /** decided on before; absent: a new one */
  readonly operationId?: string | undefined;
}

type Ports = Pick<LifecyclePorts, 'clock' | 'ids' | 'deployments' | 'resources' | 'files' | 'workflows' | 'imports'>;

/**
 * Accepts another template for a deployment and starts the workflow that makes it true (design section 3, PUT). Until that
 * has succeeded the template of before is in force. InvalidError with every problem of the template, before anything
 * changes; ConflictError in a status that allows no update. When Step Functions does not answer at the end the update is
 * accepted all the same, and start-operations starts it.
 */
export const updateDeployment = async (ports: Ports, deployment: Deployment, request: UpdateRequest): Promise<void> => {
  const asked = { ...request, parameters: { ...deployment.parameters, ...request.parameters } };
  const { topology } = await processRequest(ports, asked);
  const before = await ports.resources.all(deployment.id);
  requireKnown(topology, before);
  const { operationId = ports.ids.next() } = request;
  const accepted = (current: Deployment) => ({
    ...acceptedBy(ports, current, asked, operationId),
    ...bothPlaces(current, secretPlaces(topology, asked.parameters)),
  });
  accepted(deployment);
  await ports.files.putTemplate(deployment.id, operationId, request.template);
  const next = await handOver(ports, deployment, accepted);
  await show(ports, next, topology, before);
  await ports.workflows.startOperation(next);
};

/** What comes and what goes can be seen at once; the workflow plans it again, since a process may die before this. */
const show = async (
  { clock, ids, resources }: Ports,
  { id: deploymentId }: Deployment,
  topology: Topology,
  before: readonly Resource[],
): Promise<void> => {
  const now = clock.now().toISOString();
  const { added, removed } = planUpdate(topology, before, { deploymentId, now, nextId: () => ids.next() });
  const leaving = removed.map((resource) => ({ ...resource, updatedAt: now }));
  if (added.length + leaving.length > 0) await resources.put([...added, ...leaving]);
};

/** All at once, as with every other problem of a template. */
export const requireKnown = ({ nodes }: Topology, resources: readonly Resource[]): void => {
  const known = new Map(resources.map(({ id, toscaNodeName }) => [id, toscaNodeName]));
  const unknown = nodes.flatMap((node) => strangers(node, known));
  if (unknown.length === 0) return;
  throw new InvalidError(
    `${unknown.join('; ')}: a removal_list holds uuids of resources of its own node, as GET …/resources shows them`,
  );
};

const strangers = ({ name, removalList }: Node, known: ReadonlyMap<string, string>): readonly string[] =>
  removalList
    .filter((id) => known.get(id) !== name)
    .map((id) => `the removal_list of ${name} names ${JSON.stringify(id.slice(0, 40))}`);

const acceptedBy = (
  { clock }: Pick<Ports, 'clock'>,
  { statusReason: _, ...deployment }: Deployment,
  { parameters, callback, limits }: UpdateRequest,
  id: string,
): Deployment => {
  const now = clock.now().toISOString();
  const deadline = limits.timeoutMins === undefined ? undefined : after(now, { minutes: limits.timeoutMins });
  return {
    ...deployment,
    updatedAt: now,
    status: advance(deployment.status, 'update'),
    task: 'NONE',
    parameters,
    limits,
    ...(callback !== undefined && { callback }),
    operation: { id, kind: 'UPDATE', acceptedAt: now, ...(deadline !== undefined && { deadline }) },
  };
};
