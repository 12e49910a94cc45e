import { InvalidError } from '../errors.ts';
import { planResources } from '../resources/plan.ts';
import { processTemplate } from '../tosca/process.ts';
import type { Json, Topology } from '../tosca/topology.ts';
import { after } from './deadlines.ts';
import type { Deployment, Identity, Limits } from './deployment.ts';
import type { LifecyclePorts } from './ports.ts';

export interface CreateRequest {
  readonly template: string;
  readonly parameters: { readonly [name: string]: Json };
  readonly userGroup?: string;
  readonly callback?: string;
  readonly limits: Limits;
  readonly owner: Identity;
}

type Ports = Pick<LifecyclePorts, 'clock' | 'ids' | 'deployments' | 'resources' | 'files' | 'workflows' | 'imports'>;

/**
 * Accepts a deployment and starts its workflow. InvalidError with every problem of the template, before anything is
 * stored. When a dependency fails on the way its error passes through, and what was stored before it is taken back; a
 * process that dies on the way leaves either nothing that can be seen or an operation that start-operations starts.
 */
export const createDeployment = async (ports: Ports, request: CreateRequest): Promise<Deployment> => {
  const topology = await process(ports, request);
  const deployment = accepted(ports, request);
  const { id, operation } = deployment;
  const resources = planResources(topology, {
    deploymentId: id,
    now: deployment.createdAt,
    nextId: () => ports.ids.next(),
  });
  try {
    await ports.files.putTemplate(id, operation.id, request.template);
    await ports.resources.stage(resources);
    await ports.deployments.accept(deployment);
    await ports.workflows.startOperation(deployment);
  } catch (error) {
    await takeBack(ports, deployment, error);
  }
  return deployment;
};

const process = async ({ imports }: Pick<Ports, 'imports'>, request: CreateRequest): Promise<Topology> => {
  const processed = await processTemplate(request.template, { inputs: request.parameters, imports });
  if (processed.ok) return processed.topology;
  const errors = processed.problems.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  const rest = errors.length > 1 ? ` and ${errors.length - 1} more` : '';
  throw new InvalidError(`the template cannot be deployed: ${first?.message ?? 'it has problems'}${rest}`, {
    problems: processed.problems,
  });
};

const accepted = ({ clock, ids }: Pick<Ports, 'clock' | 'ids'>, request: CreateRequest): Deployment => {
  const now = clock.now().toISOString();
  const { timeoutMins } = request.limits;
  const deadline = timeoutMins === undefined ? undefined : after(now, { minutes: timeoutMins });
  return {
    id: ids.next(),
    createdAt: now,
    updatedAt: now,
    createdBy: request.owner,
    ...(request.userGroup !== undefined && { userGroup: request.userGroup }),
    status: 'CREATE_IN_PROGRESS',
    task: 'NONE',
    outputs: {},
    ...(request.callback !== undefined && { callback: request.callback }),
    parameters: request.parameters,
    limits: request.limits,
    operation: { id: ids.next(), kind: 'CREATE', acceptedAt: now, ...(deadline !== undefined && { deadline }) },
  };
};

/** The record goes first, so that what cannot be removed after it is never seen; always throws the original error. */
const takeBack = async (ports: Ports, { id, operation }: Deployment, error: unknown): Promise<never> => {
  try {
    await ports.deployments.remove(id, operation.id);
    await ports.resources.remove(id);
    await ports.files.remove(id);
  } catch (second) {
    throw new AggregateError([error, second], 'a deployment could not be accepted, nor taken back entirely', {
      cause: error,
    });
  }
  throw error;
};
