import type { Caller } from '../../../foundation/caller.ts';
import { ConflictError, ForbiddenError } from '../../../foundation/errors.ts';
import { identityOf } from '../../../foundation/identity.ts';
import { type Approval, type Decision, expiryOf, isExpired, openRules, personName } from '../../approvals/approval.ts';
import type { PauseTimes } from '../../operators/pause.ts';
import { isRequester, mayApprove, mayChange } from '../record/access.ts';
import type { Deployment, Operation } from '../record/deployment.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { reportApproved } from '../reporting/approvals.ts';
import { type ApproveMovePorts, claimApproved, requireStillGone } from './approve-move.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'deployments' | 'timeline' | 'workflows'> & ApproveMovePorts & PauseTimes;

export interface DecisionRequest {
  readonly decision: 'approve' | 'refuse';
  /** of the plan that was read: another one is not decided about */
  readonly digest: string;
  readonly comment?: string | undefined;
}

/** The name by which the record knows that a decision started the execution. */
export const decided = 'ApprovalDecided';

/**
 * Decides about the plan of the operation that waits, and starts its next workflow once every rule has its approval, or at a refusal, which
 * that workflow reports. A repeat by the same person changes nothing. ConflictError when nothing waits, or another plan; ForbiddenError for whoever
 * may not decide; ConflictError also for a move whose provider answers again, or that finds no place among those in progress. If Step Functions does not
 * answer, the sweep starts it.
 */
export const decideApproval = async (
  ports: Ports,
  deployment: Deployment,
  caller: Caller,
  request: DecisionRequest,
): Promise<Deployment> => {
  const { next, own, isRepeat } = await requireDecidable(ports, deployment, caller, request);
  if (isRepeat) return resumed(ports, deployment);
  if (request.decision === 'approve') await requireStillGone(ports, deployment);
  if (next.state === 'approved') await claimApproved(ports, deployment);
  const after = await ports.deployments.decideApproval(deployment, operationAfter(deployment, next, own));
  await reportApproved(ports, after);
  return resumed(ports, after);
};

/** Errors as above; what the decision makes of the approval. */
export const requireDecidable = async (
  ports: Pick<Ports, 'clock'> & PauseTimes,
  deployment: Deployment,
  caller: Caller,
  { decision, digest, comment }: DecisionRequest,
): Promise<{ readonly next: Approval; readonly own: Decision; readonly isRepeat: boolean }> => {
  const now = ports.clock.now();
  const { approval } = deployment.operation;
  if (approval === undefined) throw new ConflictError('no operation of the deployment waits for an approval');
  const own: Decision = {
    ...{ by: identityOf(caller), at: now.toISOString() },
    ...(comment !== undefined && comment !== '' && { comment }),
  };
  const judged = decision === 'approve' ? granted : refused;
  const next = judged(deployment, approval, caller, own);
  if (approval.digest !== digest)
    throw new ConflictError(
      'the plan has changed since it was read: read what waits for an approval again, then decide',
    );
  if (next === approval) return { next, own, isRepeat: true };
  if (approval.state !== 'waiting') throw new ConflictError(`the plan is ${approval.state} already`);
  if (await isExpired(ports, approval, now))
    throw new ConflictError(`the time for an approval was over at ${await expiryOf(ports, approval, now)}`);
  return { next, own, isRepeat: false };
};

/** A repeat starts the same execution. */
const resumed = async ({ workflows }: Ports, deployment: Deployment): Promise<Deployment> => {
  if (deployment.operation.approval?.state !== 'waiting') await workflows.startOperation(deployment);
  return deployment;
};

/** The same value: this person has approved already. */
const granted = (deployment: Deployment, approval: Approval, caller: Caller, own: Decision): Approval => {
  if (isRequester(caller, deployment))
    throw new ForbiddenError('somebody else has to approve: you have asked for this operation');
  const rules = approval.rules.filter(({ approvers }) => mayApprove(caller, deployment, approvers));
  if (rules.length === 0) {
    const groups = approval.rules.map(({ rule, approvers }) => `${rule}: ${approvers.join(', ')}`).join('; ');
    throw new ForbiddenError(`you are in none of the groups that may approve (${groups})`);
  }
  const open = new Set(openRules(approval).map(({ rule }) => rule));
  const more = rules.map(({ rule }) => rule).filter((rule) => open.has(rule));
  const before = approval.grants.find(({ by }) => by.issuer === own.by.issuer && by.subject === own.by.subject);
  if (more.length === 0 && before) return approval;
  if (more.length === 0 && approval.state === 'waiting')
    throw new ConflictError(
      `${approval.grants.map(({ by }) => personName(by)).join(', ')} has approved for your groups already`,
    );
  const grants = [...approval.grants, { ...own, rules: more }];
  const isWhole = openRules({ ...approval, grants }).length === 0;
  return { ...approval, grants, version: approval.version + 1, ...(isWhole && started(approval, 'approved')) };
};

/** Approvers may, and whoever may change the deployment: so a request can be taken back. */
const refused = (deployment: Deployment, approval: Approval, caller: Caller, own: Decision): Approval => {
  const isApprover = approval.rules.some(({ approvers }) => mayApprove(caller, deployment, approvers));
  if (!isApprover && !isRequester(caller, deployment) && !mayChange(caller, deployment))
    throw new ForbiddenError('only who may approve, the owner, and who has asked for the operation may refuse it');
  const by = approval.refusal?.by;
  if (by?.issuer === own.by.issuer && by.subject === own.by.subject) return approval;
  return { ...approval, refusal: own, version: approval.version + 1, ...started(approval, 'refused') };
};

const started = ({ rounds }: Approval, state: 'approved' | 'refused') => ({ state, rounds: rounds + 1 });

/** Time-outs stand still while it waits, and another execution goes on with it. */
const operationAfter = (
  { operation: { interrupted, deadline } }: Deployment,
  approval: Approval,
  { at }: Decision,
): Pick<Operation, 'approval' | 'interrupted' | 'deadline'> => {
  if (approval.state === 'waiting') return { approval, ...(interrupted && { interrupted }) };
  const waited = Date.parse(at) - Date.parse(approval.since);
  return {
    ...{ approval, interrupted: { times: (interrupted?.times ?? 0) + 1, by: decided, at } },
    ...(deadline !== undefined && { deadline: new Date(Date.parse(deadline) + waited).toISOString() }),
  };
};
