import { advance } from './lifecycle.ts';
import { notify } from './notify.ts';
import { type OperationRef, owned } from './operation.ts';
import type { LifecyclePorts } from './ports.ts';

type Ports = Pick<LifecyclePorts, 'deployments' | 'resources' | 'files' | 'workflows' | 'describe'>;

/**
 * Removes all that is known of a deployment, its record last, after the callback that says so. CallbackFailedError when
 * the callback cannot be queued: nothing is removed then, and `silently` goes on without it. Gone already is fine.
 */
export const forgetDeployment =
  (ports: Ports) =>
  async (input: OperationRef & { readonly silently: boolean }): Promise<void> => {
    const { deploymentId, operationId, silently } = input;
    if ((await ports.deployments.find(deploymentId)) === undefined) return;
    const deployment = await owned(ports.deployments, input);
    if (!silently) {
      await notify(ports, { ...deployment, status: advance(deployment.status, 'complete'), task: 'NONE' }, 'complete');
    }
    await ports.resources.remove(deploymentId);
    await ports.files.remove(deploymentId);
    await ports.deployments.remove(deploymentId, operationId);
  };
