import type { NodeState } from '../resources/resource.ts';
import { enterState, putChanged, unbind } from '../resources/states.ts';
import type { Deployment } from './deployment.ts';
import { failureReason } from './failure-reason.ts';
import { advance, inProgress } from './lifecycle.ts';
import { notify } from './notify.ts';
import { attemptsOf, type Failure, type OperationRef, owned } from './operation.ts';
import type { LifecyclePorts } from './ports.ts';
import { tell } from './tell.ts';

type Ports = Pick<
  LifecyclePorts,
  'clock' | 'deployments' | 'attempts' | 'resources' | 'providers' | 'files' | 'timeline' | 'workflows' | 'describe'
>;

/** Ends the operation as *_FAILED with the reason; CallbackFailedError when all is done but the callback. */
export const failOperation =
  (ports: Ports) =>
  async (input: OperationRef & { readonly failure: Failure }): Promise<void> => {
    const deployment = await owned(ports.deployments, input);
    const failed = inProgress(deployment.status) ? await fail(ports, input, deployment) : deployment;
    const message = `the deployment is ${failed.status}: ${failed.statusReason ?? input.failure.Error}`;
    await tell(ports, failed, { kind: 'FAILED', what: 'failed', message });
    await notify(ports, failed, 'failed');
  };

const fail = async (
  ports: Ports,
  input: OperationRef & { readonly failure: Failure },
  { status, operation }: Deployment,
): Promise<Deployment> => {
  const { deploymentId, operationId, failure } = input;
  const tried = await attemptsOf(ports.attempts, input);
  const statusReason = await failureReason(ports, input, failure, tried);
  const now = ports.clock.now();
  await enterState(ports.resources, deploymentId, operation.kind === 'UPDATE' ? leftBy : 'ERROR', now);
  if (operation.kind === 'CREATE' && tried.every(({ state }) => state === 'DESTROYED')) {
    await forgetMachines(ports.resources, deploymentId, now);
  }
  return ports.deployments.record(deploymentId, operationId, {
    status: advance(status, 'fail'),
    statusReason,
    task: 'NONE',
  });
};

/** What was destroyed must not be shown as if it still stood. */
const forgetMachines = async (resources: Ports['resources'], deploymentId: string, now: Date): Promise<void> => {
  const before = await resources.all(deploymentId);
  await putChanged(resources, before, before.map(unbind), now);
};

/** An update that failed says nothing of what it did not touch. */
const leftBy = (state: NodeState): NodeState => (state === 'STARTED' || state === 'STOPPED' ? state : 'ERROR');
