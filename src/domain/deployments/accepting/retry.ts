import type { Passwords } from '../../../foundation/clock.ts';
import { ConflictError, InvalidError, NotFoundError } from '../../../foundation/errors.ts';
import type { Topology } from '../../../tosca/topology.ts';
import { judges } from '../../policies/judges.ts';
import type { Limits } from '../../providers/limits.ts';
import { type Attempt, leftBefore } from '../record/attempt.ts';
import type { Deployment, Operation } from '../record/deployment.ts';
import { givenOf } from '../record/given.ts';
import { advance } from '../record/lifecycle.ts';
import { numbered } from '../record/numbered.ts';
import { outlineOf } from '../record/outline.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { bothPlaces, secretPlaces } from '../record/secret-places.ts';
import { changesWhatStands } from '../record/workflow-of.ts';
import { refusalOf, type UpdateEffect } from '../updating/update-effect.ts';
import { planSome } from './create.ts';
import { keepGenerated, processGenerated } from './generated-inputs.ts';
import type { JudgingPorts } from './judge-update.ts';
import { refusalOfAnew, refusalOfProtected } from './protect.ts';
import { supersede } from './supersede.ts';
import {
  operationOf,
  requireKnownNodes,
  requireReplaceable,
  showPlan,
  supportedEffect,
  type UpdateRequest,
} from './update.ts';

/** What it does not give stays as the failed creation had it. */
export interface RetryRequest extends Omit<UpdateRequest, 'template' | 'limits' | 'exactly'> {
  readonly template?: string;
  readonly limits: Partial<Limits>;
  /** what the failed creation left is removed first, even if it could be completed */
  readonly anew?: boolean;
}

type Ports = Pick<
  LifecyclePorts,
  'clock' | 'ids' | 'deployments' | 'attempts' | 'resources' | 'files' | 'workflows' | 'imports'
> & { readonly passwords: Passwords } & JudgingPorts;

/**
 * Continues or repeats a creation that failed, under its id and name (docs/decisions/0075). What stands of it is completed as an
 * update would; if nothing does, or it cannot be changed, the providers are tried from the best one on. InvalidError with every
 * problem of the template, before anything changes; ConflictError unless the creation has failed; ForbiddenError when rules of the
 * installation deny it. If Step Functions does not
 * answer at the end, the retry is accepted all the same, and sweep-workflows starts it.
 */
export const retryDeployment = async (ports: Ports, deployment: Deployment, request: RetryRequest): Promise<void> => {
  const { operationId = ports.ids.next(), onlyIfUnchanged } = request;
  const template = await templateOf(ports, deployment, request);
  const wanted = keepGenerated(deployment.parameters, request.parameters);
  const { topology, parameters, names } = await processGenerated(ports, { template, parameters: wanted });
  planSome(topology, { ...ofNoDeployment, nextId: () => ports.ids.next() });
  const { retries, left } = await wayOf(ports, deployment, request);
  advance(deployment.status, 'retry');
  const withParameters = { ...request, parameters, operationId, retries };
  const effect = retries === 'kept' ? await effectOf(ports, deployment, topology, withParameters) : undefined;
  const accepted = (current: Deployment) => {
    const places = bothPlaces(current, secretPlaces(topology, parameters, names));
    const why = effect ? refusalOfProtected(current, topology, effect) : refusalOfAnew(current, left);
    if (why !== undefined) throw new ConflictError(why);
    return numbered(current, { ...acceptedBy(ports, current, withParameters), ...places });
  };
  accepted(deployment);
  const refusal = effect && refusalOf(effect.changes);
  if (refusal !== undefined) throw new InvalidError(`${refusal}\n${orAnew}`);
  if (judges(ports)) await requireAllowedRetry(ports, deployment, topology, effect, request);
  await ports.files.putTemplate(deployment.id, operationId, template);
  await ports.files.putOutline(deployment.id, operationId, outlineOf(topology));
  const { next } = await supersede(ports, deployment, accepted, onlyIfUnchanged);
  if (effect) await showPlan(ports, effect.plan);
  await ports.workflows.startOperation(next);
};

/** Loaded only where there are rules. */
const requireAllowedRetry = async (
  ports: Ports,
  deployment: Deployment,
  topology: Topology,
  effect: UpdateEffect | undefined,
  { requestedBy: user }: Pick<RetryRequest, 'requestedBy'>,
): Promise<void> => {
  const { requireAllowedUpdate } = await import('./judge-update.ts');
  const { requireAllowed } = await import('./require-allowed.ts');
  const question = { operation: 'retry', ...(user && { user }) } as const;
  if (effect) await requireAllowedUpdate(ports, deployment, { topology, effect, question });
  else await requireAllowed(ports, topology, { ...deployment, owner: deployment.createdBy }, question);
};

const orAnew = 'or ask for "anew": then what the failed creation left is removed first';

/** Only a check: nothing is made of this plan. */
const ofNoDeployment = { deploymentId: '', operationId: '', now: '' };

/** The text that a retry deploys: without one of its own, that of the operation that failed. ConflictError as in retryDeployment. */
export const templateOf = async (
  { files }: Pick<Ports, 'files'>,
  deployment: Deployment,
  { template }: Pick<RetryRequest, 'template'>,
): Promise<string> => {
  if (template !== undefined) return template;
  advance(deployment.status, 'retry');
  const { id, operation } = deployment;
  try {
    return await files.getTemplate(id, changesWhatStands(operation) ? operation.id : deployment.templateOf);
  } catch (cause) {
    if (!(cause instanceof NotFoundError)) throw cause;
    throw new ConflictError('its template no longer exists: was the deployment deleted meanwhile?', { cause });
  }
};

interface Way {
  readonly retries: NonNullable<Operation['retries']>;
  /** what it removes first; `kept` removes nothing */
  readonly left: readonly Attempt[];
}

/** ConflictError when it never began since its file was not replicated: without the file it must not run. */
export const wayOf = async (
  { attempts, files }: Pick<Ports, 'attempts' | 'files'>,
  { id, operation, infrastructureId, provider }: Deployment,
  { anew = false }: Pick<RetryRequest, 'anew'>,
): Promise<Way> => {
  const { eventId, adopts } = operation;
  if (adopts)
    throw new ConflictError(
      `it was to adopt infrastructure ${adopts.infrastructureId}, which stays as it is: delete this deployment, which has none, and adopt again`,
    );
  if (eventId !== undefined && (await files.findRanking(id, operation.id)) === undefined)
    throw new ConflictError(
      `it waited for the file of event ${eventId}, which was not replicated: POST /schedules/{schedule_id}/backfills deploys it for the file again`,
    );
  const all = await attempts.list(id);
  const stands = all.find((attempt) => attempt.infrastructureId === infrastructureId);
  const isKept = !anew && infrastructureId !== undefined && !provider?.cannot?.includes('update');
  if (isKept && stands !== undefined && canBeCompleted(stands)) return { retries: 'kept', left: [] };
  return { retries: 'anew', left: leftBefore(all) };
};

/** Not what is being destroyed, and not what was given up after that. */
const canBeCompleted = ({ state, left }: Attempt): boolean =>
  state === 'RUNNING' || state === 'COMPLETE' || (state === 'FAILED' && left === 'kept');

/** What completing does to each node, as an update to this template. */
export const effectOf = async (
  ports: Pick<Ports, 'clock' | 'ids' | 'resources' | 'files' | 'imports'>,
  deployment: Deployment,
  topology: Topology,
  request: Pick<RetryRequest, 'replace' | 'onlyIfUnchanged'> & { readonly operationId: string },
): Promise<UpdateEffect> => {
  const before = await ports.resources.all(deployment.id);
  requireKnownNodes(topology, before);
  requireReplaceable(topology, before, request.replace);
  return supportedEffect(ports, deployment, { ...request, topology, before });
};

interface Retrying extends RetryRequest {
  readonly operationId: string;
  readonly retries: NonNullable<Operation['retries']>;
}

/** Nothing is in force, so the template of what is made anew counts from now on; of what stands, once it is complete. */
const acceptedBy = (
  { clock }: Pick<Ports, 'clock'>,
  { statusReason: _, statusReasonWithLogs: __, ...deployment }: Deployment,
  { parameters, operationId: id, retries, serviceUrl, ...request }: Retrying,
): Deployment => {
  const now = clock.now().toISOString();
  const limits = { ...deployment.limits, ...request.limits };
  return {
    ...deployment,
    updatedAt: now,
    status: advance(deployment.status, 'retry'),
    task: 'NONE',
    parameters,
    limits,
    ...givenOf(request),
    ...(serviceUrl !== undefined && { origin: { ...deployment.origin, serviceUrl } }),
    operation: operationOf({ id, kind: 'CREATE', acceptedAt: now, retries }, { ...request, limits }),
    ...(retries === 'anew' && { templateOf: id }),
  };
};
