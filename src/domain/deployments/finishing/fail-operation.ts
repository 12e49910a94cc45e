import type { Cleaned } from '../../../tosca/secrets/values.ts';
import { withoutMachine } from '../../resources/ended-jobs.ts';
import type { NodeState, Resource } from '../../resources/resource.ts';
import { enterState, hasMachine } from '../../resources/states.ts';
import { type FailureReason, failureReason, shorten } from '../polling/failure-reason.ts';
import type { Attempt } from '../record/attempt.ts';
import { causesIn } from '../record/cause.ts';
import { causeLine } from '../record/cause-line.ts';
import type { Deployment } from '../record/deployment.ts';
import { cleanerFor, shownToGroup } from '../record/disclosure.ts';
import { advance, inProgress } from '../record/lifecycle.ts';
import { attemptsOf, type Failure, type OperationRef, owned } from '../record/operation.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { roomForTexts } from '../record/record-room.ts';
import { changesWhatStands } from '../record/workflow-of.ts';
import { type NotifyPorts, notify } from '../reporting/notify.ts';
import { report } from '../reporting/report.ts';

type Ports = NotifyPorts & Pick<LifecyclePorts, 'deployments' | 'attempts' | 'resources' | 'providers' | 'timeline'>;

/** Ends the operation as *_FAILED with the reason; CallbackFailedError when only the callback failed. */
export const failOperation =
  (ports: Ports) =>
  async (input: OperationRef & { readonly failure: Failure }): Promise<void> => {
    const deployment = await owned(ports.deployments, input);
    const failed = inProgress(deployment.status) ? await fail(ports, input, deployment) : deployment;
    const causes = causesIn(shownToGroup(failed).statusReason ?? input.failure.Error);
    const text = `the deployment is ${failed.status}: ${causes.map(causeLine).join('; ')}`;
    await report(ports, { deployment: failed }, { text, event: { kind: 'FAILED', name: 'failed' } });
    await notify(ports, failed, 'failed');
  };

const fail = async (
  ports: Ports,
  input: OperationRef & { readonly failure: Failure },
  deployment: Deployment,
): Promise<Deployment> => {
  const { status, operation } = deployment;
  const { deploymentId, operationId, failure } = input;
  const tried = await attemptsOf(ports.attempts, input);
  const cleaned = cleanerFor(deployment);
  const why = await failureReason({ ...ports, cleaned }, input, failure, tried);
  const isChange = changesWhatStands(operation);
  const state = isChange ? leftBy : 'ERROR';
  // destroyed machines must not be shown as existing ones
  const nothingStands =
    operation.kind === 'CREATE' && !isChange && tried.every((attempt) => attempt.state === 'DESTROYED');
  const now = ports.clock.now();
  const also = isChange ? settledFrom(tried) : nothingStands ? withoutMachine : undefined;
  await enterState(ports.resources, deploymentId, state, now, also);
  const attempt = (await ports.attempts.list(deploymentId)).at(-1);
  const text = `the deployment is ${advance(status, 'fail')}: ${why.headline}`;
  const failed = await ports.deployments.record(deploymentId, operationId, {
    status: advance(status, 'fail'),
    ...reasonsThatFit(deployment, why, cleaned),
    task: 'NONE',
  });
  // last, so that a failure is recorded even when the log cannot be written
  await report(ports, { deployment: failed, attempt }, { at: now.toISOString(), text, line: 'ended' });
  return failed;
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

/**
 * The state of a resource after a failed update: the failure says nothing about resources that the update did not touch.
 */
const leftBy = (state: NodeState): NodeState => (state === 'STARTED' || state === 'STOPPED' ? state : 'ERROR');

/** What an update was to remove stands as before, if it failed before it asked for any removal, or was undone. */
const settledFrom = (tried: readonly Attempt[]) => {
  const isUntouched = tried.every(
    ({ askedAt, releasingAt, undone }) => undone ?? (askedAt === undefined && releasingAt === undefined),
  );
  return ({ was, ...resource }: Resource): Resource =>
    errorWithoutMachine(was !== undefined && isUntouched ? { ...resource, state: was } : resource);
};

/** The update has found that its machine is gone. */
const errorWithoutMachine = (resource: Resource): Resource =>
  hasMachine(resource) && resource.physicalId === undefined ? { ...resource, state: 'ERROR' } : resource;
