import {
  NotFoundError,
  NotReadyError,
  ProviderFailedError,
  ProviderUnavailableError,
} from '../../foundation/errors.ts';
import { ComparisonRunningError, ComparisonUnansweredError, type Inspection } from '../deployers/inspection.ts';
import type { Deployer } from '../deployers/ports.ts';
import type { Deployment } from '../deployments/record/deployment.ts';
import { driftOf } from '../deployments/record/drift-summary.ts';
import { inProgress } from '../deployments/record/lifecycle.ts';
import type { LifecyclePorts } from '../deployments/record/ports.ts';
import type { MoveBounds } from '../moving/move-bounds.ts';
import { isAskedItself, isCloudSilent, outageSeen, soonerCheck } from '../moving/provider-outage.ts';
import type { Resource } from '../resources/resource.ts';
import { hasMachine } from '../resources/states.ts';
import type { Check, CheckInProgress, CheckResult, Checks, DriftReport, MoveElsewhere, RepairFound } from './check.ts';
import { isCheckable } from './checkable.ts';
import { compare } from './compare.ts';
import { countDrifted, type Finding, isDrift, isSame, verdictOf } from './finding.ts';
import { kept, mostFindings, withUnseen } from './kept-findings.ts';
import { plannedCheck } from './planned-check.ts';
import { type ReportDriftPorts, reportDrift } from './report-drift.ts';
import { reportLoginEnded } from './report-login-ended.ts';

export type CheckPorts = ReportDriftPorts &
  Pick<LifecyclePorts, 'deployments' | 'resources'> & {
    /** of a provider, with rights to look only */
    readonly inspectorOf: (providerId: string) => Pick<Deployer, 'inspect' | 'list' | 'notComparable'>;
    readonly driftChecks: Checks;
    readonly driftReport: DriftReport;
    /** absent: repairs are made on request only */
    readonly repairFound?: RepairFound | undefined;
    /** absent: moves are made on request only */
    readonly moveElsewhere?: MoveElsewhere | undefined;
    /** when a provider that is away counts as gone; `atOnce` 0: never */
    readonly moving: MoveBounds;
    /** true: it is paused. A look that ends begins nothing: a repair stays due, and the next look finds the move */
    readonly isHeld?: boolean;
    /** whether every standing deployment is checked once a day */
    readonly dailyChecks: boolean;
  };

/** A process that dies during a look leaves it to the next run after this time. */
const leaseSeconds = 300;

/** Longer than the Infrastructure Manager shows the old state of a machine of which it hears nothing, which is 120 s. */
const doubtSeconds = 150;

/** Between two questions whether a comparison is done, where the engine's own event does not come. */
const comparisonSeconds = (looks: number): number => Math.min(60 * 2 ** Math.max(0, looks - 2), 900);

/** A comparison that has not ended after so many looks does not end: two hours. */
const mostLooks = 12;

/** A comparison whose beginning got no answer so often is an outage. */
const mostBegun = 3;

type Outcome =
  | { readonly is: 'again'; readonly running: CheckInProgress; readonly seconds: number }
  | {
      readonly is: 'done';
      readonly result: Omit<CheckResult, 'at' | 'requestId'>;
      readonly findings: readonly Finding[];
      /** nothing could be checked, since the login of the owner has ended */
      readonly loginEnded?: true;
      /** the provider gave no answer, not even a refusal */
      readonly isOutage?: true;
    };

/** What is looked at, as it was before the look. */
interface Subject {
  readonly deployment: Deployment;
  readonly providerId: string;
  readonly infrastructureId: string;
}

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
  if (claimed.found) return tellFound(ports, claimed, claimed.found);
  if (claimed.repairDue && ports.repairFound)
    return ports.repairFound(claimed, deployment, plannedCheck(ports, claimed, now, false));
  const { providerId, infrastructureId } = deployment;
  if (!isCheckable(deployment) || providerId === undefined || infrastructureId === undefined)
    return putAside(ports, claimed, deployment);
  const subject = { deployment, providerId, infrastructureId };
  const running = runningOf(claimed, deployment, now);
  const outcome = await outcomeOf(ports, subject, running);
  if (outcome.is === 'done') {
    await finish(ports, { ...claimed, running }, subject, outcome);
    if (outcome.isOutage && !ports.isHeld) await ports.moveElsewhere?.ifGone(claimed.deploymentId);
    return;
  }
  await ports.driftChecks.replace(claimed, {
    ...claimed,
    running: outcome.running,
    dueAt: later(ports.clock.now(), outcome.seconds),
  });
};

const later = (now: Date, seconds: number): string => new Date(now.getTime() + seconds * 1_000).toISOString();

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

const outcomeOf = async (ports: CheckPorts, subject: Subject, running: CheckInProgress): Promise<Outcome> => {
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
        ...(isAskedItself(subject.deployment.provider?.deployer) && { isOutage: true }),
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

const notChecked = (why: string): Extract<Outcome, { is: 'done' }> => ({
  is: 'done',
  result: notCheckedFor(why),
  findings: [],
});

const judged = async (
  ports: CheckPorts,
  { deployment, providerId }: Subject,
  running: CheckInProgress,
  seen: Inspection,
): Promise<Outcome> => {
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

const inDoubt = (running: CheckInProgress): Outcome => ({
  is: 'again',
  running: { ...running, doubtful: true },
  seconds: doubtSeconds,
});

/** One answer that an infrastructure is gone is not believed: polling/gone.ts says why. */
const goneOrNot = async (
  ports: CheckPorts,
  { deployment, providerId, infrastructureId }: Subject,
  running: CheckInProgress,
  { message }: NotFoundError,
): Promise<Outcome> => {
  if (running.doubtful !== true) return inDoubt(running);
  if ((await ports.inspectorOf(providerId).list()).includes(infrastructureId)) return notChecked(message);
  const findings = compare(await ports.resources.all(deployment.id), { is: 'read', machines: [] });
  return { is: 'done', result: { verdict: verdictOf(findings) }, findings };
};

const finish = async (
  ports: CheckPorts,
  claimed: Check,
  { deployment }: Subject,
  { result, findings, loginEnded, isOutage }: Extract<Outcome, { readonly is: 'done' }>,
): Promise<void> => {
  if (loginEnded && !claimed.loginEnded) await reportLoginEnded(ports, deployment, claimed, result.why);
  const now = ports.clock.now();
  const { requested, ...told } = claimed;
  const others = withoutLook(told);
  const mayMove = (await ports.moveElsewhere?.mayMove(deployment)) && ({ mayMove: true } as const);
  const outage = isOutage && outageSeen(claimed, deployment, now);
  const { automatic: ____, ...inOrder } = others;
  const rest = {
    ...(result.verdict === 'in-order' ? inOrder : others),
    ...(loginEnded && { loginEnded }),
    ...(outage && { outage }),
    ...mayMove,
  };
  const isLate = requested !== undefined && requested.at > (claimed.running?.startedAt ?? now.toISOString());
  const last = { ...result, at: now.toISOString(), ...(requested && !isLate && { requestId: requested.id }) };
  const usual = plannedCheck(ports, { deploymentId: claimed.deploymentId, ...mayMove }, now, isLate);
  const next = outage ? soonerCheck(ports.moving, usual, now) : usual;
  const done = { ...rest, last, ...next, ...(isLate && requested && { requested }) };
  ports.driftReport.checked(result.verdict);
  if (result.why !== undefined) return void (await ports.driftChecks.replace(claimed, done));
  const before = claimed.summary?.operationId === deployment.operation.id ? claimed.findings : [];
  const all = withUnseen(findings, before);
  const after = kept(all);
  const drifted = countDrifted(all);
  // more may have drifted than is kept; what an outage hides is no reason to tell of fewer
  const isFewer = drifted !== claimed.summary?.drifted && !findings.some(({ is }) => is === 'not-checked');
  if (isSame(before, after) && !(after.length === mostFindings && isFewer)) {
    const summary = driftOf(deployment) && claimed.summary;
    const { summary: _____, ...plain } = done;
    await ports.driftChecks.replace(claimed, { ...plain, findings: after, ...(summary && { summary }) });
    return;
  }
  const resources = await ports.resources.all(deployment.id);
  const summary = {
    operationId: deployment.operation.id,
    since: now.toISOString(),
    drifted,
    of: countOf(resources),
  };
  const changes = deployment.changes === undefined ? {} : { changes: deployment.changes };
  const found = { findings: after, summary, ...changes };
  // the request is answered when the finding was told
  const untold = { ...done, ...(requested && { requested }), found, dueAt: later(now, leaseSeconds) };
  const written = await ports.driftChecks.replace(claimed, untold);
  if (written) await tellFound(ports, written, found);
};

/** What a look says anew. */
const withoutLook = ({
  running: _,
  dueAt: __,
  loginEnded: ___,
  repairDue: ____,
  outage: _____,
  mayMove: ______,
  ...rest
}: Omit<Check, 'requested'>) => rest;

const countOf = (resources: readonly Resource[]): number =>
  resources.filter((one) => hasMachine(one) || one.physicalId !== undefined).length;

const tellFound = async (ports: CheckPorts, claimed: Check, found: NonNullable<Check['found']>): Promise<void> => {
  const isTold = await reportDrift(ports, claimed.deploymentId, found);
  const { found: _, ...rest } = claimed;
  const now = ports.clock.now();
  if (!isTold) {
    // the look saw something in between: look again
    await ports.driftChecks.replace(claimed, { ...rest, dueAt: now.toISOString() });
    return;
  }
  const { findings, summary } = found;
  ports.driftReport.found(summary.drifted);
  const { dueAt: __, requested, ...told } = rest;
  const isLate = requested !== undefined && requested.id !== claimed.last?.requestId;
  const next = plannedCheck(ports, claimed, now, isLate);
  const after = { ...told, ...(isLate && { requested }), findings, summary };
  if (ports.repairFound === undefined || !findings.some(isDrift))
    return void (await ports.driftChecks.replace(claimed, { ...after, ...next }));
  // with the finding, so that a process that dies here leaves the repair to the next run
  const due = { ...after, repairDue: true as const, dueAt: later(now, leaseSeconds) };
  const written = await ports.driftChecks.replace(claimed, due);
  const deployment = await ports.deployments.find(claimed.deploymentId);
  if (written && deployment && !ports.isHeld) await ports.repairFound(written, deployment, next);
};
