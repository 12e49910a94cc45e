import { ConflictError, OperationSupersededError } from '../../../foundation/errors.ts';
import type { Json } from '../../../tosca/topology.ts';
import { failAction } from '../../actions/fail-action.ts';
import { type Approval, expiryOf, isExpired } from '../../approvals/approval.ts';
import type { PauseTimes } from '../../operators/pause.ts';
import { type AbsencePorts, whyNotGone } from '../accepting/approve-move.ts';
import { interruption, mayResume, type ResumePorts, resume } from '../accepting/resume.ts';
import type { Deployment } from '../record/deployment.ts';
import { inProgress } from '../record/lifecycle.ts';
import type { Failure, OperationRef } from '../record/operation.ts';
import type { Execution } from '../record/ports.ts';
import type { ActionRef } from '../record/workflows.ts';
import { approvalName, reportApprovalNeeded } from '../reporting/approvals.ts';
import { notify } from '../reporting/notify.ts';
import { failOperation } from './fail-operation.ts';
import { finishOperation } from './finish-operation.ts';

export type SettlePorts = Parameters<typeof failOperation>[0] & ResumePorts & AbsencePorts & PauseTimes;

/**
 * What the sweep did about a dead workflow:
 * ended     the work has failed now
 * finished  the work had ended before, and something was still in progress
 * resumed   another execution resumes the work
 * waiting   another process handles it
 * at-rest   there was nothing to do
 */
export type Settled = 'ended' | 'finished' | 'resumed' | 'waiting' | 'at-rest';

/**
 * Resumes an operation whose workflow is dead, or ends it. `seen` is the deployment as it was when the execution was
 * checked. An operation that has already ended is finished: the process that ended it may have died before the rest.
 */
export const settleOperation = async (ports: SettlePorts, seen: Deployment, execution: Execution): Promise<Settled> => {
  const ref: OperationRef = { deploymentId: seen.id, operationId: seen.operation.id };
  const deployment = await ports.deployments.find(seen.id);
  if (deployment?.operation.id !== seen.operation.id) return 'at-rest';
  // the execution that was checked no longer works for the operation
  if (deployment.operation.interrupted?.times !== seen.operation.interrupted?.times) return 'waiting';
  return unlessSuperseded(async () => {
    if (!inProgress(deployment.status)) return (await finishOperation(ports, deployment)) ? 'finished' : 'at-rest';
    const { interrupted, approval } = deployment.operation;
    if (approval?.state === 'waiting') return settleWaiting(ports, deployment, approval);
    // each decision starts an execution too
    if (mayResume(interrupted, execution, ports.resumptions + (approval?.rounds ?? 0))) {
      await resume(ports, deployment, execution);
      return 'resumed';
    }
    const failure = interruption(deployment, execution, await ports.attempts.list(ref.deploymentId));
    await failOperation(ports)({ ...ref, failure });
    return 'ended';
  });
};

/** The step that made it wait may have died before it said so; the callback is sent from here alone. */
const settleWaiting = async (ports: SettlePorts, deployment: Deployment, approval: Approval): Promise<Settled> => {
  const failure = await whyNoLonger(ports, deployment, approval);
  if (failure) {
    await failOperation(ports)({ deploymentId: deployment.id, operationId: deployment.operation.id, failure });
    return 'ended';
  }
  await reportApprovalNeeded(ports, deployment);
  await notify(ports, deployment, approvalName(deployment), { approval: approvalNews(approval) });
  return 'waiting';
};

/** Nobody can approve it any more, so it does not wait either; undefined: somebody still can. */
const whyNoLonger = async (
  ports: SettlePorts,
  deployment: Deployment,
  approval: Approval,
): Promise<Failure | undefined> => {
  const now = ports.clock.now();
  if (await isExpired(ports, approval, now)) {
    const expiry = await expiryOf(ports, approval, now);
    return { Error: 'ForbiddenError', Cause: `nobody has approved the plan until ${expiry}` };
  }
  const why = await whyNotGone(ports, deployment);
  return why === undefined ? undefined : { Error: 'ConflictError', Cause: why };
};

const approvalNews = ({ rules, since, expiresAt }: Approval): Json => ({
  ...{ since, expiresAt },
  rules: rules.map(({ rule, message, approvers }) => ({ rule, message, approvers: [...approvers] })),
});

/** Ends an action whose workflow is dead. An action has ten minutes, and the workflow has retried for as long. */
export const endAction = (
  ports: Parameters<typeof failAction>[0],
  ref: ActionRef,
  failure: Failure,
): Promise<Settled> =>
  unlessSuperseded(async () => {
    await failAction(ports)({ ...ref, failure });
    return 'ended';
  });

/** at-rest: it had ended, or another operation owns the resource; waiting: another process resumes it. */
const unlessSuperseded = async (settle: () => Promise<Settled>): Promise<Settled> => {
  try {
    return await settle();
  } catch (error) {
    if (error instanceof OperationSupersededError) return 'at-rest';
    if (error instanceof ConflictError) return 'waiting';
    throw error;
  }
};
