import {
  NotFoundError,
  NotReadyError,
  OperationSupersededError,
  ProviderFailedError,
  ProviderUnavailableError,
} from '../../../foundation/errors.ts';
import { injectedEdits } from '../../clusters/injected-edits.ts';
import { usualKind } from '../../deployers/kinds.ts';
import { findProvider } from '../../providers/find-provider.ts';
import { withFormerly } from '../../resources/formerly.ts';
import type { Resource } from '../../resources/resource.ts';
import { hasMachine, machinesWanted, putChanged, unbind } from '../../resources/states.ts';
import { interruptedAt } from '../deleting/destruction.ts';
import { alertOperators, outageOf, throughOutages } from '../polling/outage.ts';
import { outageWithinDeadline, overdue } from '../polling/overdue.ts';
import { type Attempt, isOver, whyOver } from '../record/attempt.ts';
import { after, createTries, elapsed, longestAttemptMins } from '../record/deadlines.ts';
import { type Deployment, infrastructureName } from '../record/deployment.ts';
import { inProgress } from '../record/lifecycle.ts';
import { type AttemptRef, attemptsOf, owned } from '../record/operation.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { firstCheck, possibleOrphan } from '../record/possible-orphans.ts';
import { requireReachable } from '../record/unreachable.ts';
import { notify } from '../reporting/notify.ts';
import { report } from '../reporting/report.ts';

type Ports = Omit<
  LifecyclePorts,
  'actionSweepQueue' | 'delegations' | 'ended' | 'endedFiles' | 'ids' | 'callbacks' | 'imports' | 'versions'
>;

/**
 * Asks one provider for the infrastructure, once. The attempt is recorded before the call, and a repeat looks for what
 * an earlier call may have made before it calls again. ProviderFailedError when the provider refuses, or never answers
 * this call while it answers others; WorkFailedError when every provider would refuse. NotReadyError while an earlier
 * call may still take effect or nobody can be reached, ProviderUnavailableError when that lasts, DeploymentTimeoutError
 * when it lasts longer than the deployment's deadline. CallbackFailedError when only the callback failed.
 * OperationSupersededError when another operation took over: then destruction of the new infrastructure was requested.
 */
export const submitAttempt =
  (ports: Ports) =>
  async (input: AttemptRef): Promise<void> => {
    const deployment = await owned(ports.deployments, input);
    if (!inProgress(deployment.status)) return;
    const known = await ports.attempts.find(input.deploymentId, input.attempt.number);
    const attempt = known ?? (await beginAttempt(ports, deployment, input));
    if (isOver(attempt)) throw new ProviderFailedError(whyOver(attempt));
    const { adopts } = deployment.operation;
    if (adopts) {
      const { adoptInfrastructure } = await import('./adopt-attempt.ts');
      const adopted = await adoptInfrastructure(ports, deployment, attempt, adopts);
      return notify(ports, adopted, `submitted-${attempt.number}`);
    }
    const infrastructureId = attempt.infrastructureId ?? (await made(ports, deployment, attempt, known !== undefined));
    const claimed = await claim(ports, deployment, attempt, infrastructureId);
    const text = `provider ${attempt.providerId} works on infrastructure ${infrastructureId}`;
    const event = { kind: 'ATTEMPT_STARTED', name: `attempt-${attempt.number}` } as const;
    await report(ports, { deployment: claimed, attempt }, { text, event });
    await notify(ports, claimed, `submitted-${attempt.number}`);
  };

/** If the attempt before met an outage that still lasts, this attempt has only the rest of the outage time. */
const beginAttempt = async (ports: Ports, deployment: Deployment, input: AttemptRef): Promise<Attempt> => {
  const before = (await attemptsOf(ports.attempts, input)).at(-1);
  const unreachableAt = before && outageOf(before);
  const hindered = unreachableAt !== undefined && { unreachableAt, awayMs: before?.awayMs ?? 0 };
  const provider = await findProvider(ports.providers, input.attempt.providerId);
  const attempt = await ports.attempts.findOrCreate({
    ...planAttempt(deployment, input, ports.clock.now()),
    ...(provider !== undefined && { deployer: provider.facts?.deployer ?? usualKind }),
    ...hindered,
  });
  const { number, providerId, startedAt: at } = attempt;
  const { adopts } = deployment.operation;
  const infrastructureId = adopts
    ? `looks at infrastructure ${adopts.infrastructureId}, which is to be adopted`
    : 'is asked for the infrastructure';
  await report(
    ports,
    { attempt },
    { at, text: `attempt ${number}: provider ${providerId} ${infrastructureId}`, line: 'asked' },
  );
  return attempt;
};

const planAttempt = (
  { limits }: Deployment,
  { deploymentId, operationId, attempt }: AttemptRef,
  now: Date,
): Attempt => {
  const minutes = Math.min(limits.providerTimeoutMins, longestAttemptMins);
  return {
    ...attempt,
    deploymentId,
    operationId,
    state: 'SUBMITTING',
    startedAt: now.toISOString(),
    deadline: after(now, { minutes }) ?? now.toISOString(),
    askedAt: now.toISOString(),
    logged: {},
  };
};

const made = async (ports: Ports, deployment: Deployment, attempt: Attempt, again: boolean): Promise<string> => {
  const seen = await throughOutages(ports, attempt, async () => ({
    is: 'made' as const,
    infrastructureId: await submit(ports, deployment, attempt, again),
  }));
  if (seen.is === 'made') return seen.infrastructureId;
  if (seen.is === 'failed') throw new ProviderFailedError(seen.why);
  throw outageWithinDeadline(deployment, seen, ports.clock.now());
};

/** The infrastructure's id: that of an earlier call whose answer was lost, else that of a new call. */
const submit = async (ports: Ports, deployment: Deployment, attempt: Attempt, again: boolean): Promise<string> => {
  const { deployerOf, files } = ports;
  const name = infrastructureName(deployment.id, attempt.number);
  if (again) {
    await requireReachable(ports, attempt);
    const { policy } = deployerOf(attempt.providerId);
    const orphan = policy.createResumes ? undefined : await deployerOf(attempt.providerId).find(name);
    if (orphan !== undefined) return orphan;
    await mayAskAgain(ports, deployment, attempt);
  }
  const machines = machinesWanted(await startOver(ports, deployment));
  const ranking = await files.findRanking(deployment.id, attempt.operationId);
  const template = ranking?.translation ?? (await files.getTemplate(deployment.id, deployment.templateOf));
  const { edits = [], blueprint } = ranking?.candidates.find(({ id }) => id === attempt.providerId) ?? {};
  try {
    // the kind of deployer that the attempt keeps has to be the one that makes the infrastructure
    await requireReachable(ports, attempt);
    const injected = await injectedEdits(ports.clusterCredentials, deployment, ranking?.injection);
    const all = [...edits, ...injected.edits];
    const { parameters: inputs, labels, createdBy, userGroup: group } = deployment;
    const whose = { owner: createdBy.subject, group };
    const order = { template, inputs, name, edits: all, blueprint, machines, labels, whose };
    const submission = await ports.plannerOf(attempt.providerId).plan(order);
    return await injected.sending(() => deployerOf(attempt.providerId).create(submission));
  } catch (error) {
    if (error instanceof ProviderFailedError) await refused(ports, attempt, error);
    if (error instanceof ProviderUnavailableError) await cutShort(ports, attempt, error);
    throw error;
  }
};

/** The wait for the effect of the call starts at the interruption, not when the call was sent. */
const cutShort = async (
  { attempts, clock }: Ports,
  { deploymentId, number }: Attempt,
  { message }: ProviderUnavailableError,
): Promise<void> => {
  await attempts.record(deploymentId, number, { cutOffAt: clock.now().toISOString(), cutOffWhy: message });
};

/**
 * A provider that answers other calls but never this one is not in an outage: after some calls it fails, and the next
 * provider is tried. The deadlines are those of any wait.
 */
const mayAskAgain = async (
  { clock, attempts, orphans, deployerOf }: Ports,
  deployment: Deployment,
  attempt: Attempt,
): Promise<void> => {
  const now = clock.now();
  const { deploymentId, number, unansweredCalls = 0, cutOffWhy = 'it was interrupted' } = attempt;
  const calls = unansweredCalls + 1;
  const { policy } = deployerOf(attempt.providerId);
  if (!elapsed(interruptedAt(attempt, policy) ?? attempt.startedAt, now, { seconds: policy.lostCreateSeconds })) {
    const why = `provider ${attempt.providerId} may still be working on the call before this one`;
    // if this call ends an outage, the deadline moves only afterwards
    const late = outageOf(attempt) === undefined ? overdue(deployment, attempt, now, { why }) : undefined;
    throw late ?? new NotReadyError(why);
  }
  if (calls >= createTries) {
    throw new ProviderFailedError(
      `the provider answers other calls, but left ${calls} create calls unanswered: ${cutOffWhy}`,
    );
  }
  const changes = { askedAt: now.toISOString(), cutOffAt: undefined, unansweredCalls: calls };
  const repeated = await attempts.record(deploymentId, number, changes);
  // the call before may have made an infrastructure too, or may still make one
  await orphans.register([possibleOrphan(repeated)], firstCheck(now));
};

/** The provider that is called now makes every resource anew. */
const startOver = async (
  { resources, clock }: Ports,
  { id: deploymentId, operation }: Deployment,
): Promise<readonly Resource[]> => {
  const before = await resources.all(deploymentId);
  const anew = before.map((resource) => ({
    ...unbind(operation.moves ? withFormerly(resource, operation.id) : resource),
    state: 'CREATING' as const,
    ...(hasMachine(resource) && { neverReady: true as const }),
  }));
  await putChanged(resources, before, anew, clock.now());
  return anew;
};

/**
 * A refusal leaves nothing behind, so nothing needs to be searched for. Where it refuses our credentials, operators are told:
 * every further deployment goes past this provider too.
 */
const refused = async (
  { attempts, clock }: Ports,
  { deploymentId, number, providerId }: Attempt,
  { message: reason, cause }: ProviderFailedError,
): Promise<void> => {
  if (cause instanceof ProviderUnavailableError) alertOperators(providerId, cause, false);
  const cleaningAt = clock.now().toISOString();
  await attempts.record(deploymentId, number, { state: 'DESTROYED', reason, quotedLog: '', cleaningAt });
};

/**
 * Records the infrastructure: first on the attempt, where it must never be lost; then on the deployment, if this
 * operation still owns it.
 */
const claim = async (
  ports: Ports,
  { id: deploymentId, operation, status }: Deployment,
  attempt: Attempt,
  infrastructureId: string,
): Promise<Deployment> => {
  const { number, providerId } = attempt;
  try {
    if (attempt.state === 'SUBMITTING') {
      await ports.attempts.record(deploymentId, number, { infrastructureId, state: 'RUNNING' });
      const text = `attempt ${number}: provider ${providerId} works on infrastructure ${infrastructureId}`;
      await report(ports, { attempt }, { text, line: 'taken' });
    }
    const { cannot } = ports.deployerOf(providerId).policy;
    const { name = providerId, facts } = (await findProvider(ports.providers, providerId)) ?? {};
    const provider = { ...facts, ...(name !== providerId && { name }), ...(cannot.length > 0 && { cannot }) };
    const place = { task: 'DEPLOYER', providerId, provider, infrastructureId } as const;
    return await ports.deployments.record(deploymentId, operation.id, place, status);
  } catch (error) {
    const lost = error instanceof OperationSupersededError || error instanceof NotFoundError;
    throw lost ? await undo(ports, attempt, infrastructureId, error) : error;
  }
};

/** If destroying fails now, the infrastructure is recorded, and the operation that took over destroys it. */
const undo = async (
  { deployerOf }: Ports,
  { providerId, deploymentId }: Attempt,
  infrastructureId: string,
  reason: Error,
): Promise<OperationSupersededError> => {
  const message = `deployment ${deploymentId} was taken over by another operation while infrastructure ${infrastructureId} was being created`;
  try {
    await deployerOf(providerId).destroy(infrastructureId);
    return new OperationSupersededError(`${message}; it is being destroyed`, { cause: reason });
  } catch (cause) {
    return new OperationSupersededError(`${message}; it could not be destroyed yet`, { cause });
  }
};
