import type { Attempt } from './attempt.ts';
import type { Deployment } from './deployment.ts';
import { advance } from './lifecycle.ts';
import type { LifecyclePorts } from './ports.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'ids' | 'deployments' | 'resources' | 'files' | 'workflows' | 'attempts'>;

/**
 * Deletes a deployment, whatever runs for it: first another operation takes it over, so that the old workflow can write
 * no more, then the old workflow is stopped. Nothing made and nobody to call back: gone on return. Else a workflow
 * destroys what was made. ConflictError when it is being deleted already, or changed since it was read.
 */
export const deleteDeployment = async (
  ports: Ports,
  deployment: Deployment,
  options: { readonly force: boolean },
): Promise<void> => {
  const next = handedOver(ports, deployment, options.force);
  await ports.deployments.supersede(deployment, next);
  await ports.workflows.stopOperation(deployment);
  const made = (await ports.attempts.list(deployment.id)).some(mayHaveLeftSomething);
  if (made || deployment.callback !== undefined) return ports.workflows.startOperation(next);
  await ports.resources.remove(next.id);
  await ports.files.remove(next.id);
  await ports.deployments.remove(next.id, next.operation.id);
};

const handedOver = (
  { clock, ids }: Pick<Ports, 'clock' | 'ids'>,
  { statusReason: _, ...deployment }: Deployment,
  force: boolean,
): Deployment => {
  const now = clock.now().toISOString();
  return {
    ...deployment,
    updatedAt: now,
    status: advance(deployment.status, 'delete'),
    task: 'NONE',
    operation: { id: ids.next(), kind: 'DELETE', acceptedAt: now, ...(force && { force }) },
  };
};

/** An attempt without an infrastructure counts too: the provider may have been asked, and its answer lost. */
const mayHaveLeftSomething = ({ state }: Attempt): boolean => state !== 'DESTROYED';
