import type { Deployment } from '../deployments/record/deployment.ts';
import { driftOf } from '../deployments/record/drift-summary.ts';
import { outageSeen, soonerCheck } from '../moving/provider-outage.ts';
import type { Resource } from '../resources/resource.ts';
import { hasMachine } from '../resources/states.ts';
import type { Check, CheckInProgress, CheckResult } from './check.ts';
import type { CheckPorts } from './check-ports.ts';
import { countDrifted, type Finding, isDrift, isSame } from './finding.ts';
import { kept, mostFindings, withUnseen } from './kept-findings.ts';
import { plannedCheck } from './planned-check.ts';
import { reportDrift } from './report-drift.ts';
import { reportLoginEnded } from './report-login-ended.ts';

/** A process that dies during a look leaves it to the next run after this time. */
export const leaseSeconds = 300;

export type CheckOutcome =
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
export interface CheckSubject {
  readonly deployment: Deployment;
  readonly providerId: string;
  readonly infrastructureId: string;
}

export const later = (now: Date, seconds: number): string => new Date(now.getTime() + seconds * 1_000).toISOString();

type Ended = Extract<CheckOutcome, { readonly is: 'done' }>;

/** Writes what a look has found. It may run again after any line. */
export const finishCheck = async (
  ports: CheckPorts,
  claimed: Check,
  { deployment }: CheckSubject,
  ended: Ended,
): Promise<void> => {
  const { result, findings, loginEnded } = ended;
  if (loginEnded && !claimed.loginEnded) await reportLoginEnded(ports, deployment, claimed, result.why);
  const done = await doneCheck(ports, claimed, deployment, ended);
  ports.driftReport.checked(result.verdict);
  if (result.why !== undefined) return void (await ports.driftChecks.replace(claimed, done));
  const before = claimed.summary?.operationId === deployment.operation.id ? claimed.findings : [];
  const all = withUnseen(findings, before);
  const after = kept(all);
  const drifted = countDrifted(all);
  // more may have drifted than is kept; what an outage hides is no reason to tell of fewer
  const isFewer = drifted !== claimed.summary?.drifted && !findings.some(({ is }) => is === 'not-checked');
  if (!isSame(before, after) || (after.length === mostFindings && isFewer))
    return writeFound(ports, claimed, deployment, done, { findings: after, drifted });
  const summary = driftOf(deployment) && claimed.summary;
  const { summary: _, ...plain } = done;
  await ports.driftChecks.replace(claimed, { ...plain, findings: after, ...(summary && { summary }) });
};

/** The check after the look, with what was found before. */
const doneCheck = async (
  ports: CheckPorts,
  claimed: Check,
  deployment: Deployment,
  { result, loginEnded, isOutage }: Ended,
): Promise<Check> => {
  const now = ports.clock.now();
  const { requested, ...reported } = claimed;
  const { automatic, ...others } = withoutLook(reported);
  const mayMove = (await ports.moveElsewhere?.mayMove(deployment)) && ({ mayMove: true } as const);
  const outage = isOutage && outageSeen(claimed, deployment, now);
  const isLate = requested !== undefined && requested.at > (claimed.running?.startedAt ?? now.toISOString());
  const usual = plannedCheck(ports, { deploymentId: claimed.deploymentId, ...mayMove }, now, isLate);
  return {
    ...others,
    ...(automatic && result.verdict !== 'in-order' && { automatic }),
    ...(loginEnded && { loginEnded }),
    ...(outage && { outage }),
    ...mayMove,
    last: { ...result, at: now.toISOString(), ...(requested && !isLate && { requestId: requested.id }) },
    ...(outage ? soonerCheck(ports.moving, usual, now) : usual),
    ...(isLate && requested && { requested }),
  };
};

const writeFound = async (
  ports: CheckPorts,
  claimed: Check,
  deployment: Deployment,
  done: Check,
  { findings, drifted }: { readonly findings: readonly Finding[]; readonly drifted: number },
): Promise<void> => {
  const now = ports.clock.now();
  const of = countOf(await ports.resources.all(deployment.id));
  const summary = { operationId: deployment.operation.id, since: now.toISOString(), drifted, of };
  const changes = deployment.changes === undefined ? {} : { changes: deployment.changes };
  const found = { findings, summary, ...changes };
  const { requested } = claimed;
  // the request is answered when the finding was told
  const unreported = { ...done, ...(requested && { requested }), found, dueAt: later(now, leaseSeconds) };
  const written = await ports.driftChecks.replace(claimed, unreported);
  if (written) await reportFound(ports, written, found);
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

/** Tells of a finding that is written, and begins its repair where that is wanted. */
export const reportFound = async (
  ports: CheckPorts,
  claimed: Check,
  found: NonNullable<Check['found']>,
): Promise<void> => {
  const isReported = await reportDrift(ports, claimed.deploymentId, found);
  const { found: _, ...rest } = claimed;
  const now = ports.clock.now();
  if (!isReported) {
    // the look saw something in between: look again
    await ports.driftChecks.replace(claimed, { ...rest, dueAt: now.toISOString() });
    return;
  }
  const { findings, summary } = found;
  ports.driftReport.found(summary.drifted);
  const { dueAt: __, requested, ...reported } = rest;
  const isLate = requested !== undefined && requested.id !== claimed.last?.requestId;
  const next = plannedCheck(ports, claimed, now, isLate);
  const after = { ...reported, ...(isLate && { requested }), findings, summary };
  if (ports.repairFound === undefined || !findings.some(isDrift))
    return void (await ports.driftChecks.replace(claimed, { ...after, ...next }));
  // with the finding, so that a process that dies here leaves the repair to the next run
  const due = { ...after, repairDue: true as const, dueAt: later(now, leaseSeconds) };
  const written = await ports.driftChecks.replace(claimed, due);
  const deployment = await ports.deployments.find(claimed.deploymentId);
  // in a pause it stays due
  if (written && deployment && !ports.isHeld) await ports.repairFound(written, deployment, next);
};
