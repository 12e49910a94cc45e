import {
  NotFoundError,
  NotReadyError,
  ProviderFailedError,
  ProviderUnavailableError,
} from '../../../foundation/errors.ts';
import type { VirtualMachine } from '../../deployers/machines.ts';
import type { Deployer } from '../../deployers/ports.ts';
import { runInWords } from '../../runs/run.ts';
import { notThere, unlessGone } from '../polling/gone.ts';
import { afterOutage, countedFrom, throughOutages, whileAnswering } from '../polling/outage.ts';
import { outageWithinDeadline, overdue } from '../polling/overdue.ts';
import { isUnchangedFor } from '../polling/unchanged.ts';
import { waitingIfNotReady } from '../polling/waiting-if-not-ready.ts';
import { claimedAttempt, type SubmittedAttempt } from '../record/claim-attempt.ts';
import { elapsed, unansweredMins } from '../record/deadlines.ts';
import type { Deployment } from '../record/deployment.ts';
import { inProgress } from '../record/lifecycle.ts';
import { type OperationRef, owned } from '../record/operation.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { notify } from '../reporting/notify.ts';
import { report } from '../reporting/report.ts';
import { type Altering, alterMachines } from './alter-machines.ts';
import { plannedMends, storedOf } from './confirm-repair.ts';
import { lostInfrastructure } from './lost-infrastructure.ts';
import { mend } from './mend.ts';
import { reconcile } from './reconcile.ts';
import { removeFailed } from './remove-failed.ts';
import { askToRevert } from './revert.ts';
import { beginRun } from './run.ts';
import { type SentTemplate, sentTemplate } from './sent-template.ts';

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
 * Alters the VMs that stay and get another size, removes those that are no longer needed, then lets the Infrastructure
 * Manager merge the new template. It does so once, as far as we know: if the answer is lost, pollUpdate finds out
 * whether the update was made. NotReadyError, and ProviderUnavailableError in a long outage: call again.
 * ProviderFailedError when it refuses; CallbackFailedError when only the callback failed.
 */
export const changeInfrastructure =
  (ports: Ports) =>
  async (input: OperationRef): Promise<void> => {
    const deployment = await owned(ports.deployments, input);
    if (!inProgress(deployment.status)) return;
    const attempt = await claimedAttempt(ports, input);
    const { runs } = deployment.operation;
    if (attempt.askedAt === undefined) await (runs ? beginRun(ports, attempt) : change(ports, deployment, attempt));
    const work = runs ? `runs ${runInWords(runs)} on` : 'works on the update of';
    const text = `provider ${attempt.providerId} ${work} infrastructure ${attempt.infrastructureId}`;
    const event = { kind: 'ATTEMPT_STARTED', name: `attempt-${attempt.number}` } as const;
    await report(ports, { deployment, attempt }, { text, event });
    await notify(ports, deployment, `submitted-${attempt.number}`);
  };

const change = async (ports: Ports, deployment: Deployment, attempt: SubmittedAttempt): Promise<void> => {
  // first, so that nothing is removed for an update that cannot be sent
  const template = await sentTemplate(ports, deployment, attempt);
  const { repairs } = deployment.operation;
  const seen = await throughOutages(
    ports,
    attempt,
    (): Promise<Prepared> => (repairs ? mend(ports, deployment, attempt, template) : prepare(ports, attempt, template)),
  );
  if (seen.is === 'failed') throw new ProviderFailedError(seen.why);
  if (seen.is === 'away') throw outageWithinDeadline(deployment, seen, ports.clock.now());
  const now = ports.clock.now();
  if (seen.is === 'waiting')
    throw overdue(deployment, await afterOutage(ports, attempt), now, seen) ?? new NotReadyError(seen.why);
  if (repairs) return askForMachines(ports, attempt, template, seen);
  await askForUpdate(ports, attempt, template, seen);
};

/** Of a repair: the machines that are to be made again, and nothing else. */
const askForMachines = async (
  ports: Ports,
  attempt: SubmittedAttempt,
  template: SentTemplate,
  before: Before,
): Promise<void> => {
  const { deploymentId, number } = attempt;
  const stored = await storedOf(ports, attempt);
  const mends = plannedMends(stored);
  if (stored.reverts && stored.reverts.length > 0) return askToRevert(ports, attempt, before);
  if (!stored.reverts && mends.some(({ how }) => how === 'remade'))
    return askForUpdate(ports, attempt, template, {}, { configure: false });
  const now = ports.clock.now().toISOString();
  await ports.attempts.record(deploymentId, number, { askedAt: now, answeredAt: now, configuredAt: undefined });
};

type Before = Pick<SubmittedAttempt, 'changeBefore' | 'updatesBefore'>;
type Prepared = Altering & Before;

/** Does first what can be refused, and last what cannot be undone. */
const prepare = (ports: Ports, attempt: SubmittedAttempt, template: SentTemplate): Promise<Prepared> =>
  waitingIfNotReady(async (): Promise<Prepared> => {
    const { infrastructureId, startedAt } = attempt;
    const { launchMins } = ports.deployerOf(attempt.providerId).policy;
    const seen = await unlessGone(ports, attempt, infrastructureId, () => reconcile(ports, attempt));
    if (seen === 'gone') return lostInfrastructure(ports, attempt);
    if (seen === 'doubtful') return { is: 'waiting', why: notThere(infrastructureId) };
    const { launching, leaving } = seen;
    // an earlier update may have left machines that never start
    const now = ports.clock.now();
    if (launching && !isUnchangedFor(launchMins, { ...attempt, ...seen.changes }, startedAt, now)) {
      return { is: 'waiting', why: 'virtual machines are still being added' };
    }
    await removeFailed(ports, attempt, seen.staying);
    const kept = (await ports.files.findRanking(attempt.deploymentId, attempt.operationId)) ?? {};
    const altering = await alterMachines(ports, attempt, { template, kept });
    const prepared = altering.is === 'done' ? await removeUnneeded(ports, attempt, leaving) : altering;
    return { ...prepared, ...(seen.change && { changeBefore: seen.change.since, updatesBefore: seen.change.updates }) };
  });

const removeUnneeded = async (
  ports: Ports,
  attempt: SubmittedAttempt,
  unneeded: readonly VirtualMachine[],
): Promise<{ readonly is: 'done' }> => {
  if (unneeded.length === 0) return { is: 'done' };
  const ids = unneeded.map(({ id }) => id);
  await release(ports, attempt, ids);
  const text = `virtual machines ${ids.join(', ')} are no longer needed and are being removed`;
  await report(ports, { attempt }, { text, line: 'removed' });
  return { is: 'done' };
};

/** Records the call before it is made. A refusal removes none of them. */
const release = async (
  { attempts, clock, deployerOf }: Ports,
  { deploymentId, number, providerId, infrastructureId, releasingAt }: SubmittedAttempt,
  ids: readonly string[],
): Promise<void> => {
  const isFirst = releasingAt === undefined;
  if (isFirst) await attempts.record(deploymentId, number, { releasingAt: clock.now().toISOString() });
  try {
    await whileAnswering(() => deployerOf(providerId).release(infrastructureId, ids));
  } catch (error) {
    if (isFirst && error instanceof ProviderFailedError)
      await attempts.record(deploymentId, number, { releasingAt: undefined });
    throw error;
  }
};

/** Records the call before it is made. A lost answer is no failure: the cloud may take longer than a step can wait. */
export const askForUpdate = async (
  ports: Pick<Ports, 'attempts' | 'clock' | 'files' | 'timeline' | 'deployerOf'>,
  attempt: SubmittedAttempt,
  { submission, sending }: SentTemplate,
  { changeBefore, updatesBefore }: Before = attempt,
  options?: Parameters<Deployer['update']>[2],
): Promise<void> => {
  const { deploymentId, number, providerId, infrastructureId } = attempt;
  const now = () => ports.clock.now().toISOString();
  const askedAt = now();
  await ports.attempts.record(deploymentId, number, {
    ...{ askedAt, changeBefore, updatesBefore, configuredAt: undefined },
  });
  const text = `provider ${providerId} is asked to change infrastructure ${infrastructureId} to what the new template says`;
  await report(ports, { attempt }, { at: askedAt, text, line: 'asked' });
  try {
    await sending(() => ports.deployerOf(providerId).update(infrastructureId, submission, options));
    await ports.attempts.record(deploymentId, number, { answeredAt: now(), unansweredAt: undefined });
  } catch (error) {
    // later steps find out whether the infrastructure is gone for good
    if (error instanceof NotReadyError || error instanceof NotFoundError) return;
    if (error instanceof ProviderUnavailableError) return unanswered(ports, attempt, error);
    throw error;
  }
};

/** The call is repeated for ten minutes while the infrastructure itself answers; the time of an outage does not count. */
const unanswered = async (
  { attempts, clock }: Pick<Ports, 'attempts' | 'clock'>,
  attempt: SubmittedAttempt,
  error: ProviderUnavailableError,
): Promise<void> => {
  const now = clock.now();
  const { deploymentId, number, providerId, unansweredAt } = attempt;
  if (unansweredAt === undefined) {
    await attempts.record(deploymentId, number, { unansweredAt: now.toISOString() });
  } else if (elapsed(countedFrom(unansweredAt, attempt, now), now, { minutes: unansweredMins })) {
    throw new ProviderFailedError(
      `provider ${providerId} has not answered the update for ${unansweredMins} minutes, and may or may not have carried it out: ${error.message}`,
      { cause: error },
    );
  }
};
