import { NotReadyError } from '../../../foundation/errors.ts';
import { destroy } from '../deleting/destruction.ts';
import { countedFrom } from '../polling/outage.ts';
import { outageWithinDeadline } from '../polling/overdue.ts';
import { type Attempt, failureOf, isOver, isRepeated, isSettled } from '../record/attempt.ts';
import { causeOf } from '../record/cause.ts';
import { cleanUpMins, elapsed, isPast, latest, searchSeconds } from '../record/deadlines.ts';
import type { Deployment } from '../record/deployment.ts';
import { cleanerFor } from '../record/disclosure.ts';
import { type AttemptRef, attemptsOf, type Failure, messageOf, owned } from '../record/operation.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { firstCheck, possibleOrphan } from '../record/possible-orphans.ts';
import { addToReason, forGroup, type Reason, reasonOf } from '../record/quoted-log.ts';
import { report } from '../reporting/report.ts';
import { endAdoption } from './end-adoption.ts';

type Ports = Pick<
  LifecyclePorts,
  | 'clock'
  | 'deployments'
  | 'attempts'
  | 'providers'
  | 'deployerOf'
  | 'files'
  | 'timeline'
  | 'tolerance'
  | 'orphans'
  | 'claims'
>;

export type FailedOutcome = 'failed' | 'timed-out';

/**
 * Records why an attempt failed and destroys what it made, unless that is to be kept. NotReadyError, DeadlineNearError,
 * and ProviderUnavailableError in a long outage: call again. After ten minutes, or two if no infrastructure is known, the
 * attempt's reason names what is left, and the next provider is tried. The time of an outage does not count, unless the
 * deployment's own deadline has passed: then nobody waits for its end.
 */
export const cleanUpAttempt =
  (ports: Ports) =>
  async (input: AttemptRef & { readonly failure: Failure }): Promise<{ readonly outcome: FailedOutcome }> => {
    const deployment = await owned(ports.deployments, input);
    const outcome = outcomeOf(input.failure);
    const found = await ports.attempts.find(input.deploymentId, input.attempt.number);
    if (!found) return { outcome };
    const attempt = isOver(found) ? found : await failed(ports, deployment, found, input.failure);
    // what an earlier operation left has failed before, and that was told then
    if (attempt.operationId === input.operationId)
      await recordFailure(
        ports,
        deployment,
        attempt,
        failureOf(attempt) ?? { reason: input.failure.Error, quotedLog: '' },
      );
    if (!isSettled(attempt)) await remove(ports, deployment, attempt);
    if (attempt.left !== 'kept' && deployment.infrastructureId !== undefined) {
      await ports.deployments.record(input.deploymentId, input.operationId, { infrastructureId: undefined });
    }
    return { outcome };
  };

/** What was to be adopted is nobody's to destroy. */
const failed = (ports: Ports, deployment: Deployment, attempt: Attempt, failure: Failure): Promise<Attempt> =>
  deployment.operation.adopts && attempt.infrastructureId === undefined
    ? endAdoption(ports, attempt, `it was not adopted, and stays as it is: ${messageOf(failure)}`)
    : markFailed(ports, deployment, attempt, failure);

const recordFailure = (ports: Ports, deployment: Deployment, attempt: Attempt, why: Reason): Promise<void> => {
  const { number, providerId, startedAt, cleaningAt: at = startedAt } = attempt;
  const name = `attempt-${number}-failed`;
  const event = {
    kind: 'ATTEMPT_FAILED',
    name,
    message: `provider ${providerId}: ${causeOf(forGroup(why, cleanerFor(deployment))).cause}`,
  } as const;
  const text = `attempt ${number} failed: ${why.reason}`;
  return report(ports, { deployment, attempt }, { at, text, line: 'failed', event });
};

const markFailed = async (
  { attempts, clock }: Ports,
  { limits, operation }: Deployment,
  attempt: Attempt,
  failure: Failure,
): Promise<Attempt> => {
  const { deploymentId, number, infrastructureId, quotedLog } = attempt;
  const now = clock.now();
  const tried = attempt.passing ? await attemptsOf(attempts, { deploymentId, operationId: operation.id }) : [];
  const last = attempt.last && !isRepeated(attempt, tried);
  const isWorks = failure.Error === 'WorkFailedError';
  // after these, choose-provider.ts tries no other provider
  const isLast = last || isWorks || outcomeOf(failure) === 'timed-out' || isPast(operation.deadline, now);
  // what stood before a move is in force again
  const kept = limits.keepLastAttempt && isLast && operation.moves === undefined;
  const why = reasonOf(messageOf(failure), quotedLog);
  return attempts.record(deploymentId, number, {
    state: 'FAILED',
    ...(kept && infrastructureId !== undefined
      ? addToReason(why, `kept, as keepLastAttempt asks: infrastructure ${infrastructureId}`)
      : why),
    cleaningAt: now.toISOString(),
    ...(isWorks && { blame: 'work' }),
    ...(kept && { left: 'kept' }),
  });
};

const remove = async (ports: Ports, deployment: Deployment, attempt: Attempt): Promise<void> => {
  const { cleaningAt = attempt.startedAt, infrastructureId } = attempt;
  const whenGone = () => ports.orphans.register([possibleOrphan(attempt)], firstCheck(ports.clock.now()));
  const seen = await destroy(ports, attempt, { since: cleaningAt, whenGone });
  const now = ports.clock.now();
  if (seen.is === 'gone') return;
  if (seen.is === 'away' && !isPast(deployment.operation.deadline, now))
    throw outageWithinDeadline(deployment, seen, now);
  const limit = infrastructureId === undefined ? { seconds: searchSeconds } : { minutes: cleanUpMins };
  // nobody looked while the workflow was interrupted
  const since = latest(cleaningAt, deployment.operation.interrupted?.at);
  const timeIsUp = elapsed(countedFrom(since, attempt, now), now, limit);
  if (seen.is === 'waiting' && !timeIsUp) throw new NotReadyError(seen.why, { soon: seen.soon ?? false });
  await giveUp(ports, attempt, seen.why);
};

const giveUp = async (ports: Ports, attempt: Attempt, why: string): Promise<void> => {
  const { deploymentId, number, providerId } = attempt;
  const now = ports.clock.now();
  const what = attempt.infrastructureId ?? 'an infrastructure, if one was made';
  const leftover = `left over on ${providerId}: ${what} (${why}); deleting the deployment tries again`;
  await report(ports, { attempt }, { at: now.toISOString(), text: leftover, line: 'given-up' });
  // first: after the attempt is given up, only the sweep looks for the infrastructure
  await ports.orphans.register([possibleOrphan(attempt)], firstCheck(now));
  await ports.attempts.record(deploymentId, number, {
    left: 'given-up',
    ...addToReason(failureOf(attempt) ?? { reason: '', quotedLog: '' }, leftover),
  });
};

const outcomeOf = ({ Error: name }: Failure): FailedOutcome =>
  name === 'DeploymentTimeoutError' ? 'timed-out' : 'failed';
