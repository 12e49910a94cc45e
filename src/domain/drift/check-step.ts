import {
  NotFoundError,
  NotReadyError,
  ProviderFailedError,
  ProviderUnavailableError,
} from '../../foundation/errors.ts';
import { ComparisonRunningError, ComparisonUnansweredError, type Inspection } from '../deployers/inspection.ts';
import type { Deployment } from '../deployments/record/deployment.ts';
import { inProgress } from '../deployments/record/lifecycle.ts';
import { answersItself, isCloudSilent, soonerCheck, waitsToMove } from '../moving/provider-outage.ts';
import { allGone } from './all-gone.ts';
import type { Check, CheckInProgress } from './check.ts';
import type { CheckPorts } from './check-ports.ts';
import { isCheckable } from './checkable.ts';
import { compare } from './compare.ts';
import { verdictOf } from './finding.ts';
import { type CheckOutcome, type CheckSubject, finishCheck, later, leaseSeconds, reportFound } from './finish-check.ts';
import { noteOutage } from './note-outage.ts';
import { plannedCheck } from './planned-check.ts';

/** Longer than the Infrastructure Manager shows the old state of a machine of which it hears nothing, which is 120 s. */
const doubtSeconds = 150;

/** Between two questions whether a comparison is done, where the engine's own event does not come. */
const comparisonSeconds = (looks: number): number => Math.min(60 * 2 ** Math.max(0, looks - 2), 900);

/** A comparison that has not ended after so many looks does not end: two hours. */
const mostLooks = 12;

/** A comparison whose beginning got no answer so often is an outage. */
const mostBegun = 3;

/**
 * One look of a check: it begins the check, continues it or ends it. It may run again after any line. Nothing that it calls
 * at the provider changes anything.
 */
export const checkStep = async (ports: CheckPorts, seen: Check): Promise<void> => {
  const now = ports.clock.now();
  const claimed = await ports.driftChecks.replace(seen, { ...seen, dueAt: later(now, leaseSeconds) });
  if (claimed === undefined) return;
  const deployment = await ports.deployments.find(claimed.deploymentId);
  if (deployment === undefined || deployment.leaving) return ports.driftChecks.remove(claimed);
  if (claimed.found) return reportFound(ports, claimed, claimed.found);
  if (claimed.repairDue && ports.repairFound)
    return ports.repairFound(claimed, deployment, plannedCheck(ports, claimed, now, false));
  const { providerId, infrastructureId } = deployment;
  const isLookedAt = isCheckable(deployment) || waitsToMove(deployment);
  if (!isLookedAt || providerId === undefined || infrastructureId === undefined)
    return putAside(ports, claimed, deployment);
  const subject = { deployment, providerId, infrastructureId };
  const running = runningOf(claimed, deployment, now);
  const outcome = await outcomeOf(ports, subject, running);
  if (outcome.is === 'done' && waitsToMove(deployment))
    return noteOutage(ports, { ...claimed, running }, deployment, outcome);
  if (outcome.is === 'done') {
    await finishCheck(ports, { ...claimed, running }, subject, outcome);
    // in a pause the next look finds it
    if (outcome.isOutage && !ports.isHeld) await ports.moveElsewhere?.ifGone(claimed.deploymentId);
    return;
  }
  await ports.driftChecks.replace(claimed, {
    ...claimed,
    running: outcome.running,
    dueAt: later(ports.clock.now(), outcome.seconds),
  });
};

/** What an earlier operation began to look at is gone. */
const runningOf = ({ running }: Check, { operation }: Deployment, now: Date): CheckInProgress =>
  running?.operationId === operation.id
    ? { ...running, looks: running.looks + 1 }
    : { startedAt: now.toISOString(), operationId: operation.id, looks: 1 };

/**
 * An operation runs, or has failed: the sweep of ended operations plans the next check (schedules/sweep-workflows.ts). What may move is looked
 * at soon after its operation, also after a move that has failed.
 */
const putAside = async (
  { driftChecks: checks, clock, moving }: CheckPorts,
  claimed: Check,
  { status, operation }: Deployment,
): Promise<void> => {
  const { dueAt: _, running: __, requested, ...rest } = claimed;
  const now = clock.now();
  const why = `the deployment is ${status}`;
  const last = requested && { ...notCheckedFor(why), at: now.toISOString(), requestId: requested.id };
  const isWatched = inProgress(status) && (operation.moves !== undefined || claimed.mayMove === true);
  const next = isWatched ? soonerCheck(moving, {}, now) : {};
  await checks.replace(claimed, { ...rest, ...next, ...(last && { last }) });
};

const outcomeOf = async (ports: CheckPorts, subject: CheckSubject, running: CheckInProgress): Promise<CheckOutcome> => {
  const deployer = ports.inspectorOf(subject.providerId);
  if (deployer.inspect === undefined) return { is: 'done', result: { verdict: 'nothing-stands' }, findings: [] };
  try {
    const look = { comparison: running.comparison, isDone: running.isDone };
    return await judged(ports, subject, running, await deployer.inspect(subject.infrastructureId, look));
  } catch (error) {
    if (error instanceof NotFoundError) return goneOrNot(ports, subject, running, error);
    if (isBegunLater(error, running)) return { is: 'again', running, seconds: comparisonSeconds(running.looks) };
    if (error instanceof ProviderUnavailableError && error.outageCause === 'login-ended')
      return { ...notChecked(error.message), loginEnded: true };
    if (error instanceof ProviderUnavailableError && error.outageCause === 'no-answer' && !error.hasAnswered)
      return {
        ...notChecked(error.message),
        ...(answersItself(subject.deployment.provider?.deployer) && { isOutage: true }),
      };
    if (error instanceof ProviderUnavailableError || error instanceof ProviderFailedError)
      return notChecked(error.message);
    if (error instanceof NotReadyError) return notChecked(`it is being changed: ${error.message}`);
    throw error;
  }
};

const isBegunLater = (error: unknown, { looks }: CheckInProgress): boolean =>
  (error instanceof ComparisonUnansweredError && looks < mostBegun) ||
  (error instanceof ComparisonRunningError && looks < mostLooks);

const notCheckedFor = (why: string) => ({ verdict: 'not-checked', why }) as const;

const notChecked = (why: string): Extract<CheckOutcome, { is: 'done' }> => ({
  is: 'done',
  result: notCheckedFor(why),
  findings: [],
});

const judged = async (
  ports: CheckPorts,
  { deployment, providerId }: CheckSubject,
  running: CheckInProgress,
  seen: Inspection,
): Promise<CheckOutcome> => {
  if (seen.is === 'comparing') {
    if (running.looks >= mostLooks) return notChecked('the provider has not ended its comparison');
    return {
      is: 'again',
      running: { ...running, comparison: seen.comparison },
      seconds: comparisonSeconds(running.looks),
    };
  }
  const isSilent = seen.machines.some(({ state }) => state === 'silent');
  if (isSilent && running.doubtful !== true) return inDoubt(running);
  const findings = compare(await ports.resources.all(deployment.id), seen);
  const { notComparable } = ports.inspectorOf(providerId);
  const result = { verdict: verdictOf(findings), ...(notComparable && { notComparable }) };
  return { is: 'done', result, findings, ...(isCloudSilent(seen) && { isOutage: true }) };
};

const inDoubt = (running: CheckInProgress): CheckOutcome => ({
  is: 'again',
  running: { ...running, doubtful: true },
  seconds: doubtSeconds,
});

/** One answer that an infrastructure is gone is not believed: polling/gone.ts says why. */
const goneOrNot = async (
  ports: CheckPorts,
  { deployment, providerId, infrastructureId }: CheckSubject,
  running: CheckInProgress,
  { message }: NotFoundError,
): Promise<CheckOutcome> => {
  if (running.doubtful !== true) return inDoubt(running);
  if ((await ports.inspectorOf(providerId).list()).includes(infrastructureId)) return notChecked(message);
  const findings = allGone(await ports.resources.all(deployment.id), infrastructureId);
  return { is: 'done', result: { verdict: verdictOf(findings) }, findings };
};
