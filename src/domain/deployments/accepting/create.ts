import type { Passwords } from '../../../foundation/clock.ts';
import { InvalidError, RequestInProgressError } from '../../../foundation/errors.ts';
import { planResources } from '../../resources/plan.ts';
import type { Resource } from '../../resources/resource.ts';
import { after } from '../record/deadlines.ts';
import { defaultName } from '../record/default-name.ts';
import type { Deployment } from '../record/deployment.ts';
import { givenOf } from '../record/given.ts';
import { type Outline, outlineOf } from '../record/outline.ts';
import type { Deployments, LifecyclePorts } from '../record/ports.ts';
import { removeFiles } from '../record/remove-files.ts';
import { secretPlaces } from '../record/secret-places.ts';
import type { Workflows } from '../record/workflows.ts';
import { processGenerated } from './generated-inputs.ts';
import { stillHeld } from './idempotent-requests.ts';
import type { CreateRequest } from './process-request.ts';
import { undoRefused } from './undo-refused.ts';

type Ports = Pick<
  LifecyclePorts,
  'clock' | 'ids' | 'deployments' | 'resources' | 'files' | 'delegations' | 'workflows' | 'imports'
> & {
  readonly passwords: Passwords;
};

/**
 * Accepts a deployment and starts its workflow. InvalidError with every problem of the template, before anything is
 * stored. When a dependency fails, its error is thrown and everything stored so far is removed again. If the process
 * dies, either nothing is visible or sweep-workflows starts the operation. If a repeat of the request has taken over, since
 * this process was too slow, everything is left to the repeat: RequestInProgressError, or the error that came.
 */
export const createDeployment = async (ports: Ports, request: CreateRequest): Promise<Deployment> => {
  const { topology, parameters, names } = await processGenerated(ports, request);
  const asked = { ...defaultName(topology), ...request, parameters };
  const deployment = { ...accepted(ports, asked), ...secretPlaces(topology, parameters, names) };
  const { id: deploymentId, createdAt: now, templateOf: operationId } = deployment;
  const resources = planSome(topology, { deploymentId, operationId, now, nextId: () => ports.ids.next() });
  await allOrNothing(stepsOf(ports, deployment, { resources, outline: outlineOf(topology) }, request), request);
  return deployment;
};

/**
 * Removes what a process left that died, or could not clean up, before its deployment became visible. So nothing is left
 * even if the repeat is refused.
 */
export const removeStaged = async (
  ports: Pick<Ports, 'resources' | 'files' | 'delegations'>,
  deploymentId: string,
): Promise<void> => {
  await ports.resources.remove(deploymentId);
  await removeFiles(ports, deploymentId);
};

/** The planned resources. InvalidError when there are none: no provider accepts a template without nodes. */
export const planSome = (...given: Parameters<typeof planResources>): readonly Resource[] => {
  const resources = planResources(...given);
  if (resources.length > 0) return resources;
  throw new InvalidError(
    'the template has nothing to deploy: put at least one node with an instance into its node_templates',
  );
};

const takenOver = 'a repeat of this request has taken over; ask again with the same Idempotency-Key';

interface Step {
  run(): Promise<void>;
  undo(): Promise<void>;
}

/** The order matters: the deployment becomes visible last, and when steps are undone it disappears first. */
const stepsOf = (
  ports: Ports,
  deployment: Deployment,
  planned: { readonly resources: readonly Resource[]; readonly outline: Outline },
  request: CreateRequest,
): readonly Step[] => {
  const { files, resources, deployments, workflows } = ports;
  const { id, operation, templateOf } = deployment;
  const { template, delegation, ids } = request;
  const stage = async () => {
    if (!(await stillHeld(ids))) throw new RequestInProgressError(takenOver);
    await resources.stage(planned.resources);
  };
  return [
    { run: () => files.putTemplate(id, templateOf, template), undo: () => removeFiles(ports, id) },
    // removing the files also removes these two
    { run: () => files.putOutline(id, templateOf, planned.outline), undo: async () => {} },
    { run: async () => delegation?.keep(id), undo: async () => {} },
    { run: stage, undo: () => resources.remove(id) },
    { run: () => deployments.accept(deployment), undo: () => deployments.remove(id, operation.id) },
    // if the workflow starts all the same, it finds that it owns nothing, and stops
    { run: () => start(deployments, workflows, deployment), undo: async () => {} },
  ];
};

/** Perhaps only the answer was lost: if the task is no longer NONE, the workflow has started. */
const start = async (deployments: Deployments, workflows: Workflows, deployment: Deployment): Promise<void> => {
  if (deployment.task === 'DMS') return; // once its file is there: start-event-deployment.ts
  try {
    await workflows.startOperation(deployment);
  } catch (error) {
    const now = await deployments.find(deployment.id);
    if (now === undefined || now.task === 'NONE') throw error;
  }
};

/**
 * Undoes a failed step too, since it may have taken effect. If one undo fails, the steps before it are kept, since it
 * needs them.
 */
const allOrNothing = async (steps: readonly Step[], { ids }: CreateRequest): Promise<void> => {
  const started: Step[] = [];
  try {
    for (const step of steps) {
      started.unshift(step);
      await step.run();
    }
  } catch (error) {
    await undoRefused(ids, error, async () => {
      for (const step of started) await step.undo();
    });
    throw error;
  }
};

const accepted = ({ clock, ids }: Pick<Ports, 'clock' | 'ids'>, request: CreateRequest): Deployment => {
  const now = clock.now().toISOString();
  const { deploymentId: id = ids.next(), operationId = ids.next() } = request.ids ?? {};
  const { timeoutMins } = request.limits;
  const deadline = timeoutMins === undefined ? undefined : after(now, { minutes: timeoutMins });
  return {
    id,
    createdAt: now,
    updatedAt: now,
    createdBy: request.owner,
    ...givenOf(request),
    status: 'CREATE_IN_PROGRESS',
    task: request.eventId === undefined ? 'NONE' : 'DMS',
    outputs: {},
    parameters: request.parameters,
    limits: request.limits,
    ...(request.origin && { origin: request.origin }),
    operation: {
      ...{ id: operationId, kind: 'CREATE', acceptedAt: now, requestedBy: request.owner },
      ...(deadline !== undefined && { deadline }),
      ...(request.eventId !== undefined && { eventId: request.eventId }),
    },
    templateOf: operationId,
  };
};
