import type { Verdict } from '../../deployers/policy.ts';
import { copyLog } from '../polling/copy-log.ts';
import { notThere, unlessGone } from '../polling/gone.ts';
import { throughOutages, whileAnswering } from '../polling/outage.ts';
import { dropQuote, pollError } from '../polling/poll-error.ts';
import { hasSettled, withLog } from '../polling/read-infrastructure.ts';
import { setUp } from '../polling/set-up.ts';
import { isUnchangedFor } from '../polling/unchanged.ts';
import { waitingIfNotReady } from '../polling/waiting-if-not-ready.ts';
import { claimedAttempt, type SubmittedAttempt } from '../record/claim-attempt.ts';
import type { Deployment } from '../record/deployment.ts';
import { inProgress } from '../record/lifecycle.ts';
import { type OperationRef, owned } from '../record/operation.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { askForUpdate } from './change-infrastructure.ts';
import { lostInfrastructure } from './lost-infrastructure.ts';
import { mayAskAgain } from './may-ask-again.ts';
import { readRepair } from './poll-repair.ts';
import { judgeReconciled, type Reconciled, reconcile } from './reconcile.ts';
import { readRun } from './run.ts';
import { sentTemplate } from './sent-template.ts';
import { isSince, judgeWhole } from './whole-change.ts';

type Ports = Omit<
  LifecyclePorts,
  | 'actionSweepQueue'
  | 'delegations'
  | 'ended'
  | 'endedFiles'
  | 'ids'
  | 'callbacks'
  | 'providers'
  | 'imports'
  | 'orphans'
  | 'claims'
  | 'versions'
>;

/**
 * Polls once an infrastructure that is being updated, and removes VMs that are no longer needed. NotReadyError,
 * DeadlineNearError and ProviderUnavailableError: poll again later. ProviderFailedError, ProviderTimeoutError and
 * DeploymentTimeoutError end the update.
 */
export const pollUpdate =
  (ports: Ports) =>
  async (input: OperationRef): Promise<void> => {
    const deployment = await owned(ports.deployments, input);
    if (!inProgress(deployment.status)) return;
    const found = await claimedAttempt(ports, input);
    if (found.state === 'COMPLETE') return;
    const attempt = await dropQuote(ports, found);
    const { repairs, runs } = deployment.operation;
    const look = runs ? readRun : repairs ? readRepair : read;
    const seen = await throughOutages(ports, attempt, () => look(ports, deployment, attempt));
    if (seen.is !== 'ready') throw await pollError(ports, deployment, attempt, seen);
    await ports.attempts.record(attempt.deploymentId, attempt.number, { state: 'COMPLETE' });
  };

const read = (ports: Ports, deployment: Deployment, attempt: SubmittedAttempt): Promise<Verdict> =>
  waitingIfNotReady(async () => {
    const { infrastructureId } = attempt;
    const seen = await unlessGone(ports, attempt, infrastructureId, () => reconcile(ports, attempt));
    if (seen === 'gone') return lostInfrastructure(ports, attempt);
    if (seen === 'doubtful') return { is: 'waiting', why: notThere(infrastructureId) };
    const verdict = await whileAnswering(() => judge(ports, deployment, attempt, seen));
    if (verdict.is !== 'ready') return verdict;
    const set = await setUp(ports, attempt, infrastructureId);
    // nobody looks again: what has ended since the look above is in no log yet
    const isLast = set.is !== 'waiting';
    const log = isLast ? await whileAnswering(() => copyLog(ports, attempt, infrastructureId)) : seen.log;
    return withLog(set, log);
  });

const judge = async (
  ports: Ports,
  deployment: Deployment,
  attempt: SubmittedAttempt,
  seen: Reconciled,
): Promise<Verdict> => {
  if (attempt.answeredAt === undefined) return stuckAgain(attempt, seen) ?? askAgain(ports, deployment, attempt, seen);
  const whole = judgeWhole(attempt, seen);
  if (whole?.is === 'failed' && seen.change?.isUndone)
    await ports.attempts.record(attempt.deploymentId, attempt.number, { undone: true });
  if (whole) return withLog(whole, seen.log);
  if (seen.leaving.length > 0) return remove(ports, attempt, seen);
  const now = ports.clock.now();
  const isFinished = seen.change?.is === 'done';
  const minutes = isFinished ? lateListMins : ports.deployerOf(attempt.providerId).policy.launchMins;
  const verdict = judgeReconciled(seen, {
    launchTimeIsUp: isUnchangedFor(minutes, { ...attempt, ...seen.changes }, attempt.answeredAt, now),
    settled: await settled(ports, attempt, seen),
  });
  return withLog(isFinished ? withAdvice(verdict, seen) : verdict, seen.log);
};

/** A change that is done launches nothing more; only a list of machines may be late. */
const lateListMins = 5;

const withAdvice = (verdict: Verdict, { missing }: Reconciled): Verdict => {
  if (verdict.is !== 'failed' || missing.length === 0) return verdict;
  const advice =
    'if somebody has removed it at the provider, name its resource in the removal_list of its node, and an update makes another one';
  return { ...verdict, why: `${verdict.why}: ${advice}` };
};

/** Our request made the deployer undo an earlier change first, and that has failed once more: no repeat can help. */
const stuckAgain = ({ askedAt, startedAt }: SubmittedAttempt, { change, log }: Reconciled): Verdict | undefined => {
  if (change?.stuck === undefined || !isSince(askedAt ?? startedAt, change.stuck.since)) return undefined;
  const why = `an earlier update has to be rolled back first, and that failed again: ${change.stuck.why}; repair at the provider what is named there, and update again, or name its node in "replace": then it is left as it is, and the update goes on`;
  return withLog({ is: 'failed', why }, log);
};

const askAgain = async (
  ports: Ports,
  deployment: Deployment,
  attempt: SubmittedAttempt,
  seen: Reconciled,
): Promise<Verdict> => {
  if (mayAskAgain(ports, attempt, seen))
    await askForUpdate(ports, attempt, await sentTemplate(ports, deployment, attempt));
  return { is: 'waiting', why: 'the answer to the update was lost' };
};

/** A repeated call may have made some machines twice, or a machine of a dropped node once more. */
const remove = async (ports: Ports, attempt: SubmittedAttempt, { leaving }: Reconciled): Promise<Verdict> => {
  const ids = leaving.map(({ id }) => id);
  await ports.deployerOf(attempt.providerId).release(attempt.infrastructureId, ids);
  return { is: 'waiting', why: `virtual machines ${ids.join(', ')} are not needed and were removed` };
};

/** docs/contract/infrastructure-manager.md, "Trap 2"; a stopped machine has no addresses to wait for. */
const settled = async (
  ports: Ports,
  attempt: SubmittedAttempt,
  { launching, staying }: Reconciled,
): Promise<boolean> => {
  const running = staying.filter(({ state }) => state === 'configured');
  if (launching || staying.some(({ state }) => !['configured', 'stopped', 'off'].includes(state))) return false;
  return running.length === 0 || hasSettled(ports, attempt, attempt.infrastructureId, running);
};
