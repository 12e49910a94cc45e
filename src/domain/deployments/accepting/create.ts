import type { Passwords } from '../../../foundation/clock.ts';
import { InvalidError, RequestInProgressError } from '../../../foundation/errors.ts';
import { endOf } from '../../lifetimes/lifetime.ts';
import { officeHoursFrom } from '../../office-hours/office-hours.ts';
import { boundsOf, type Quotas } from '../../quotas/quota.ts';
import { planResources } from '../../resources/plan.ts';
import type { Resource } from '../../resources/resource.ts';
import { after } from '../record/deadlines.ts';
import { defaultName } from '../record/default-name.ts';
import type { Deployment } from '../record/deployment.ts';
import { foundBy } from '../record/found-by.ts';
import { givenOf } from '../record/given.ts';
import { numbered } from '../record/numbered.ts';
import { type Outline, outlineOf } from '../record/outline.ts';
import type { Deployments, LifecyclePorts } from '../record/ports.ts';
import { removeFiles } from '../record/remove-files.ts';
import { secretPlaces } from '../record/secret-places.ts';
import type { Workflows } from '../record/workflows.ts';
import { processGenerated } from './generated-inputs.ts';
import { stillHeld } from './idempotent-requests.ts';
import type { CreateRequest } from './process-request.ts';
import { requireQuota } from './require-quota.ts';
import { calendarFor } from './set-hours.ts';
import { undoRefused } from './undo-refused.ts';

type Ports = Pick<
  LifecyclePorts,
  'clock' | 'ids' | 'deployments' | 'resources' | 'files' | 'delegations' | 'workflows' | 'imports'
> & {
  readonly passwords: Passwords;
  /** absent: none is set */
  readonly quotas?: Quotas | undefined;
};

/**
 * Accepts a deployment and starts its workflow. InvalidError with every problem of the template, before anything is
 * stored. When a dependency fails, its error is thrown and everything stored so far is removed again. If the process
 * dies, either nothing is visible or sweep-workflows starts the operation. If a repeat of the request has taken over, since
 * this process was too slow, everything is left to the repeat: RequestInProgressError, or the error that came.
 * `onAccepted` is called once the deployment is visible, while its workflow starts, and may not throw.
 */
export const createDeployment = async (
  ports: Ports,
  request: CreateRequest,
  onAccepted: (deployment: Deployment) => Promise<void> = async () => {},
): Promise<Deployment> => {
  const { topology, parameters, names } = await processGenerated(ports, request);
  await requireQuota(ports, request);
  const withParameters = { ...defaultName(topology), ...request, parameters };
  const made = numbered(undefined, {
    ...accepted(ports, withParameters),
    ...secretPlaces(topology, parameters, names),
  });
  const { id: deploymentId, createdAt: now, templateOf: operationId } = made;
  const { madeFor } = request;
  const resources = planSome(topology, { deploymentId, operationId, now, nextId: () => ports.ids.next(), madeFor });
  const deployment = withHours({ ...made, foundBy: foundBy(resources) }, request, resources);
  const planned = { resources, outline: outlineOf(topology) };
  await allOrNothing(stagesOf(ports, { deployment, planned, request, onAccepted }), request);
  return deployment;
};

/** With the office hours that the request asks for, or that are usual where there are machines. InvalidError where there are none. */
const withHours = (
  made: Deployment,
  { officeHours: requested }: Pick<CreateRequest, 'officeHours'>,
  resources: readonly Resource[],
): Deployment => {
  const calendar = calendarFor(requested, resources);
  return calendar === undefined ? made : { ...made, officeHours: officeHoursFrom(calendar, new Date(made.createdAt)) };
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

interface Work {
  readonly deployment: Deployment;
  readonly planned: { readonly resources: readonly Resource[]; readonly outline: Outline };
  readonly request: CreateRequest;
  readonly onAccepted: (deployment: Deployment) => Promise<void>;
}

/**
 * The steps of one stage run at once, the stages one after the other: all that a deployment needs is stored before it
 * becomes visible, and it is visible before anything works on it. Undone in the reverse order, so that it disappears first.
 */
const stagesOf = (ports: Ports, { deployment, planned, request, onAccepted }: Work): readonly (readonly Step[])[] => {
  const { files, resources, deployments, workflows } = ports;
  const { id, operation, templateOf } = deployment;
  const keepFiles = async () => {
    await files.putTemplate(id, templateOf, request.template);
    await request.delegation?.keep(id); // by the template, sweep-unrecorded finds a token that is left over
  };
  const stage = async () => {
    if (!(await stillHeld(request.ids))) throw new RequestInProgressError(takenOver);
    await resources.stage(planned.resources);
  };
  const nothing = async () => {};
  return [
    [
      { run: keepFiles, undo: () => removeFiles(ports, id) },
      { run: () => files.putOutline(id, templateOf, planned.outline), undo: nothing }, // removed with the template
      { run: stage, undo: () => resources.remove(id) },
    ],
    [
      {
        run: () => deployments.accept(deployment, boundsOf(ports.quotas, deployment)),
        undo: () => deployments.remove(id, operation.id),
      },
    ],
    [
      // if the workflow starts all the same, it finds that it owns nothing, and stops
      { run: () => start(deployments, workflows, deployment), undo: nothing },
      { run: () => onAccepted(deployment), undo: nothing }, // what it writes goes with the deployment
    ],
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
 * Undoes failed steps too, since they may have taken effect, and only when no step is running any more. If one undo fails,
 * the steps before it are kept, since it needs them.
 */
const allOrNothing = async (stages: readonly (readonly Step[])[], { ids }: CreateRequest): Promise<void> => {
  const started: Step[] = [];
  try {
    for (const steps of stages) {
      started.unshift(...steps.toReversed());
      await allEnded(steps.map((step) => step.run()));
    }
  } catch (error) {
    await undoRefused(ids, error, async () => {
      for (const step of started) await step.undo();
    });
    throw error;
  }
};

/** Waits for all of them, then throws the error of the first that failed. */
const allEnded = async (running: readonly Promise<void>[]): Promise<void> => {
  for (const outcome of await Promise.allSettled(running)) if (outcome.status === 'rejected') throw outcome.reason;
};

const accepted = ({ clock, ids }: Pick<Ports, 'clock' | 'ids'>, request: CreateRequest): Deployment => {
  const now = clock.now().toISOString();
  const { deploymentId: id = ids.next(), operationId = ids.next() } = request.ids ?? {};
  const { timeoutMins } = request.limits;
  const expiresAt = endOf({ expiresAt: request.expiresAt, ttl: request.limits.ttl }, new Date(now));
  const deadline = timeoutMins === undefined ? undefined : after(now, { minutes: timeoutMins });
  return {
    id,
    createdAt: now,
    updatedAt: now,
    createdBy: request.owner,
    ...givenOf({ ...request, expiresAt }),
    status: 'CREATE_IN_PROGRESS',
    task: request.eventId === undefined ? 'NONE' : 'DMS',
    outputs: {},
    parameters: request.parameters,
    limits: request.limits,
    ...(request.origin && { origin: request.origin }),
    ...(request.protected && { protected: true as const }),
    operation: {
      ...{ id: operationId, kind: 'CREATE', acceptedAt: now, requestedBy: request.owner },
      ...(deadline !== undefined && { deadline }),
      ...(request.eventId !== undefined && { eventId: request.eventId }),
      ...(request.adopts && { adopts: request.adopts }),
    },
    templateOf: operationId,
  };
};
