import { ConflictError, NotFoundError } from '../errors.ts';
import type { Attempt } from './attempt.ts';
import type { Deployment } from './deployment.ts';
import { advance } from './lifecycle.ts';
import type { LifecyclePorts } from './ports.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'ids' | 'deployments' | 'resources' | 'files' | 'workflows' | 'attempts'>;

/**
 * Deletes a deployment, whatever runs for it: first another operation takes it over, so that the old workflow can write
 * no more, then the old workflow is stopped. Nothing made and nobody to call back: gone on return. Else a workflow
 * destroys what was made. ConflictError when another operation has taken it over, a deletion too. UnavailableError once
 * it is taken over: start-operations then starts the workflow.
 */
export const deleteDeployment = async (
  ports: Ports,
  deployment: Deployment,
  options: { readonly force: boolean },
): Promise<void> => {
  const next = await takeOver(ports, deployment, options.force);
  await ports.workflows.stopOperation(deployment);
  const made = (await ports.attempts.list(deployment.id)).some(mayHaveLeftSomething);
  if (made || deployment.callback !== undefined) return ports.workflows.startOperation(next);
  await ports.resources.remove(next.id);
  await ports.files.remove(next.id);
  await ports.deployments.remove(next.id, next.operation.id);
};

/** How often a write of the running workflow may come in between before the client has to repeat the request. */
const patience = 5;

/** The workflow writes while it runs: that is no reason to refuse, as long as the operation is the same. */
const takeOver = async (ports: Ports, seen: Deployment, force: boolean, tries = 1): Promise<Deployment> => {
  const next = handedOver(ports, seen, force);
  try {
    await ports.deployments.supersede(seen, next);
    return next;
  } catch (error) {
    if (!(error instanceof ConflictError) || tries >= patience) throw error;
    const now = await ports.deployments.find(seen.id);
    if (now === undefined) throw new NotFoundError(`deployment ${seen.id} was deleted in the meantime`);
    if (now.operation.id !== seen.operation.id) throw error;
    return takeOver(ports, now, force, tries + 1);
  }
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
