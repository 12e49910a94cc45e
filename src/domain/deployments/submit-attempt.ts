import { NotFoundError, NotReadyError, OperationSupersededError, ProviderFailedError } from '../errors.ts';
import { lookUp } from '../providers/lookup.ts';
import { putChanged, unbind } from '../resources/states.ts';
import { bindTemplate } from '../tosca/bind.ts';
import { type Attempt, isOver } from './attempt.ts';
import { after, elapsed, longestAttemptMins, lostCallSeconds } from './deadlines.ts';
import { type Deployment, infrastructureName } from './deployment.ts';
import { inProgress } from './lifecycle.ts';
import { narrate } from './narrate.ts';
import { notify } from './notify.ts';
import { type AttemptRef, owned } from './operation.ts';
import type { LifecyclePorts } from './ports.ts';
import { tell } from './tell.ts';

type Ports = Omit<LifecyclePorts, 'ids' | 'callbacks' | 'imports'>;

/**
 * Asks one provider for the infrastructure, once: the attempt is on record before the call, and a repeat looks for what
 * an earlier call may have made before it calls again. ProviderFailedError when it refuses, ProviderUnavailableError
 * when it does not answer, NotReadyError while an earlier call may still take effect, CallbackFailedError when all is
 * done but the callback, OperationSupersededError once what was just made is being destroyed.
 */
export const submitAttempt =
  (ports: Ports) =>
  async (input: AttemptRef): Promise<void> => {
    const deployment = await owned(ports.deployments, input);
    if (!inProgress(deployment.status)) return;
    const known = await ports.attempts.find(input.deploymentId, input.attempt.number);
    const attempt = known ?? (await beginAttempt(ports, deployment, input));
    if (isOver(attempt)) throw new ProviderFailedError(attempt.reason ?? 'the attempt is over');
    const infrastructureId =
      attempt.infrastructureId ?? (await submit(ports, deployment, attempt, known !== undefined));
    const claimed = await claim(ports, input, attempt, infrastructureId);
    const message = `provider ${attempt.providerId} works on infrastructure ${infrastructureId}`;
    await tell(ports, claimed, { kind: 'ATTEMPT_STARTED', what: `attempt-${attempt.number}`, message });
    await notify(ports, claimed, `submitted-${attempt.number}`);
  };

const beginAttempt = async (ports: Ports, deployment: Deployment, input: AttemptRef): Promise<Attempt> => {
  const attempt = await ports.attempts.begin(planAttempt(deployment, input, ports.clock.now()));
  const { deploymentId, number, providerId, startedAt: at } = attempt;
  const text = `attempt ${number}: provider ${providerId} is asked`;
  await narrate(ports, deploymentId, attempt, { at, what: 'asked', text });
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
    logged: {},
  };
};

/** The infrastructure's id: that of an earlier call whose answer was lost, else a new one's. */
const submit = async (ports: Ports, deployment: Deployment, attempt: Attempt, again: boolean): Promise<string> => {
  const { infrastructureManager, files, providers } = ports;
  const name = infrastructureName(deployment.id, attempt.number);
  if (again) {
    const orphan = await infrastructureManager.find(attempt.providerId, name);
    if (orphan !== undefined) return orphan;
    await mayAskAgain(ports, attempt);
  }
  await startOver(ports, deployment.id);
  const ranking = await files.findRanking(deployment.id, attempt.operationId);
  const text = ranking?.translation ?? (await files.getTemplate(deployment.id, deployment.templateOf));
  const edits = ranking?.candidates.find(({ id }) => id === attempt.providerId)?.edits ?? [];
  const template = bindTemplate(text, { inputs: deployment.parameters, name, edits });
  try {
    if (!(await lookUp(providers, attempt.providerId))) {
      throw new ProviderFailedError(`provider ${attempt.providerId} is no longer configured`);
    }
    return await infrastructureManager.create(attempt.providerId, template);
  } catch (error) {
    if (error instanceof ProviderFailedError) await refused(ports, attempt, error.message);
    throw error;
  }
};

const mayAskAgain = async ({ clock, attempts }: Ports, attempt: Attempt): Promise<void> => {
  const now = clock.now();
  const { deploymentId, number, askedAt = attempt.startedAt } = attempt;
  if (!elapsed(askedAt, now, { seconds: lostCallSeconds })) {
    throw new NotReadyError(`provider ${attempt.providerId} may still be working on the call before this one`);
  }
  await attempts.record(deploymentId, number, { askedAt: now.toISOString() });
};

/** Every resource is made anew by the provider that is asked now. */
const startOver = async ({ resources, clock }: Ports, deploymentId: string): Promise<void> => {
  const before = await resources.all(deploymentId);
  const anew = before.map((resource) => ({ ...unbind(resource), state: 'CREATING' as const }));
  await putChanged(resources, before, anew, clock.now());
};

/** A refusal leaves nothing behind, so nothing need be looked for. */
const refused = async (
  { attempts, clock }: Ports,
  { deploymentId, number }: Attempt,
  reason: string,
): Promise<void> => {
  const cleaningAt = clock.now().toISOString();
  await attempts.record(deploymentId, number, { state: 'DESTROYED', reason, cleaningAt });
};

/** Records the infrastructure: first what must never be lost, then, if nobody else owns it by now, on the deployment. */
const claim = async (
  ports: Ports,
  ref: AttemptRef,
  attempt: Attempt,
  infrastructureId: string,
): Promise<Deployment> => {
  const { deploymentId, operationId } = ref;
  const { number, providerId } = attempt;
  try {
    if (attempt.state === 'SUBMITTING') {
      await ports.attempts.record(deploymentId, number, { infrastructureId, state: 'RUNNING' });
      const text = `attempt ${number}: provider ${providerId} works on infrastructure ${infrastructureId}`;
      await narrate(ports, deploymentId, attempt, { at: ports.clock.now().toISOString(), what: 'taken', text });
    }
    return await ports.deployments.record(deploymentId, operationId, {
      task: 'DEPLOYER',
      providerId,
      infrastructureId,
    });
  } catch (error) {
    const lost = error instanceof OperationSupersededError || error instanceof NotFoundError;
    throw lost ? await undo(ports, attempt, infrastructureId, error) : error;
  }
};

/** What cannot be destroyed right now is on record, and the operation that took over destroys it. */
const undo = async (
  { infrastructureManager }: Ports,
  { providerId, deploymentId }: Attempt,
  infrastructureId: string,
  reason: Error,
): Promise<OperationSupersededError> => {
  const message = `deployment ${deploymentId} was taken over while infrastructure ${infrastructureId} was being asked for`;
  try {
    await infrastructureManager.destroy(providerId, infrastructureId);
    return new OperationSupersededError(`${message}; it is being destroyed`, { cause: reason });
  } catch (cause) {
    return new OperationSupersededError(`${message}; it could not be destroyed yet`, { cause });
  }
};
