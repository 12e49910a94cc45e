import { CallbackFailedError } from '../../../foundation/errors.ts';
import type { Json } from '../../../tosca/topology.ts';
import type { Deployment } from '../record/deployment.ts';
import { shownToGroup } from '../record/disclosure.ts';
import { notificationId } from '../record/notification.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { startCallback } from './start-callback.ts';

export type NotifyPorts = Pick<LifecyclePorts, 'clock' | 'files' | 'workflows' | 'callbackSweepQueue' | 'describe'>;

/**
 * Queues the callback of one moment of an operation (docs/contract/silent-points.md, "Callbacks"). It shows the
 * deployment as it is now, and a workflow of its own sends it. The id makes a repeat harmless: a step that runs twice
 * sends once. CallbackFailedError when it could not be queued. The step has done its work by then: its workflow retries
 * the step, then continues without the callback in a state that says so (docs/decisions/0004).
 */
export const notify = async (
  ports: NotifyPorts,
  deployment: Deployment,
  event: string,
  also: { readonly [member: string]: Json } = {},
): Promise<void> => {
  if (deployment.callback === undefined) return;
  const { id: operationId, requestId } = deployment.operation;
  const id = notificationId(operationId, event);
  const notification = {
    url: deployment.callback,
    body: JSON.stringify({ ...(ports.describe(shownToGroup(deployment)) as object), ...also }),
    deploymentId: deployment.id,
    ...(requestId !== undefined && { requestId }),
    about: `${deployment.status}, ${event}`,
    sequence: Date.parse(deployment.updatedAt),
  };
  try {
    await ports.files.putNotification(id, notification);
    await startCallback(ports, id);
  } catch (cause) {
    throw new CallbackFailedError(`the callback for '${event}' of deployment ${deployment.id} could not be queued`, {
      cause,
    });
  }
};
