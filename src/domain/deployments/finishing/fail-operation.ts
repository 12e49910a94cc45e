import type { Cleaned } from '../../../tosca/secrets/values.ts';
import { type FailureReason, failureReason, shorten } from '../polling/failure-reason.ts';
import type { Deployment } from '../record/deployment.ts';
import { cleanerFor } from '../record/disclosure.ts';
import { advance, inProgress } from '../record/lifecycle.ts';
import { attemptsOf, type Failure, type OperationRef, owned } from '../record/operation.ts';
import type { DeploymentChanges, LifecyclePorts } from '../record/ports.ts';
import { roomForTexts } from '../record/record-room.ts';
import type { NotifyPorts } from '../reporting/notify.ts';
import { report } from '../reporting/report.ts';
import { announceFailure } from './announce-failure.ts';
import { revertUpdate } from './revert-update.ts';
import { settleFailed } from './settle-failed.ts';
import { formerPlace, undoMove } from './settle-moved.ts';
import { settleUses } from './settle-uses.ts';
import { type WayBack, wayBack } from './way-back.ts';
import { whatStands } from './what-stands.ts';

type Ports = NotifyPorts &
  Pick<LifecyclePorts, 'deployments' | 'attempts' | 'resources' | 'providers' | 'timeline' | 'versions' | 'orphans'>;

type Failed = OperationRef & { readonly failure: Failure };

/**
 * Ends the operation as *_FAILED with the reason, or hands an update over to the operation that takes it back.
 * CallbackFailedError when only the callback failed.
 */
export const failOperation =
  (ports: Ports) =>
  async (input: Failed): Promise<void> => {
    const deployment = await owned(ports.deployments, input);
    const failed = inProgress(deployment.status) ? await fail(ports, input, deployment) : deployment;
    if (failed === undefined) return;
    await settleUses(ports, failed);
    await announceFailure(ports, failed, input.failure.Error);
  };

/** undefined: another operation takes the update back. */
const fail = async (ports: Ports, input: Failed, deployment: Deployment): Promise<Deployment | undefined> => {
  const { failure } = input;
  const tried = await attemptsOf(ports.attempts, input);
  const cleaned = cleanerFor(deployment);
  const why = await failureReason({ ...ports, cleaned }, input, failure, tried);
  const back = await wayBack(ports, deployment, { failure, tried });
  const now = ports.clock.now();
  const { moves } = deployment.operation;
  if (moves) await undoMove(ports, deployment, tried);
  else await settleFailed(ports, deployment, { tried, back, now });
  if (back.is !== 'needed') return recordFailure(ports, input, { deployment, why, cleaned, back, now });
  const { statusReason, statusReasonWithLogs } = reasonsThatFit(deployment, why, cleaned);
  const reasons = { reason: cleaned(statusReason), reasonWithLogs: statusReasonWithLogs.text, headline: why.headline };
  const whyNot = await revertUpdate(ports, deployment, back, reasons);
  if (whyNot === undefined) return undefined;
  return recordFailure(ports, input, { deployment, why, cleaned, back: { is: 'none', why: whyNot }, now });
};

interface Failing {
  readonly deployment: Deployment;
  readonly why: FailureReason;
  readonly cleaned: Cleaned;
  readonly back: WayBack;
  readonly now: Date;
}

const recordFailure = async (
  ports: Ports,
  { deploymentId, operationId }: OperationRef,
  { deployment, why, cleaned, back, now }: Failing,
): Promise<Deployment> => {
  const status = advance(deployment.status, 'fail');
  const whole = await withWayBack(ports, deployment, why, back);
  const attempt = (await ports.attempts.list(deploymentId)).at(-1);
  const changes: DeploymentChanges = {
    status,
    ...reasonsThatFit(deployment, whole, cleaned),
    task: 'NONE',
    ...(back.is === 'stands' && { ...back.restored, former: undefined }),
    ...(deployment.operation.moves && formerPlace(deployment.operation.moves)),
  };
  const failed = await ports.deployments.record(deploymentId, operationId, changes, deployment.status);
  // last, so that a failure is recorded even when the log cannot be written
  const text = `the deployment is ${status}: ${whole.headline}`;
  await report(ports, { deployment: failed, attempt }, { at: now.toISOString(), text, line: 'ended' });
  return failed;
};

/** Why an update failed, and what became of the way back. */
const withWayBack = async (
  ports: Pick<Ports, 'resources'>,
  deployment: Deployment,
  why: FailureReason,
  back: WayBack,
): Promise<FailureReason> => {
  const { reverts, restores } = deployment.operation;
  if (reverts) {
    const stands = whatStands(deployment, await ports.resources.all(deployment.id));
    const failedToo = `going back to version ${restores} failed too`;
    const below = (first: string, own: string) => [first, `${failedToo}: ${own}`, 'what stands:', ...stands].join('\n');
    return {
      headline: `${failedToo}: ${why.headline}\nwhat stands:\n${stands.join('\n')}`,
      forGroup: below(reverts.reason, why.forGroup),
      forOwner: below(reverts.reasonWithLogs, why.forOwner),
    };
  }
  const { moves } = deployment.operation;
  const line = moves ? `it has not moved, and stays at provider ${moves.from.providerId}` : lineOn(back);
  if (line === undefined) return why;
  const { headline, forGroup, forOwner } = why;
  return { headline: `${headline}; ${line}`, forGroup: `${forGroup}\n${line}`, forOwner: `${forOwner}\n${line}` };
};

const lineOn = (back: WayBack): string | undefined => {
  if (back.is === 'stands') return `nothing that stands is changed: version ${back.version.number} is in force`;
  return back.is === 'none' && back.why !== undefined ? `it was not taken back: ${back.why}` : undefined;
};

/**
 * The end is recorded in any case: of a reason for which the record has no room, the log has the rest. The group's part
 * loses its secrets before it is cut, since half a secret would not be recognised.
 */
const reasonsThatFit = (deployment: Deployment, { forGroup, forOwner }: FailureReason, cleaned: Cleaned) => {
  const most = Math.floor(roomForTexts(deployment) / 2);
  const isTooLong = (text: string) => Buffer.byteLength(text) > most;
  const cut = (text: string) => (isTooLong(text) ? shorten(text, Math.floor(most / 4)) : text);
  return {
    statusReason: isTooLong(forGroup) ? cut(cleaned(forGroup)) : forGroup,
    statusReasonWithLogs: { operationId: deployment.operation.id, text: cut(forOwner) },
  };
};
