import { ConflictError, OperationSupersededError } from '../../../foundation/errors.ts';
import type { Identity } from '../../../foundation/identity.ts';
import { removeRecords } from '../deleting/remove-deployment.ts';
import type { Attempt } from '../record/attempt.ts';
import type { Deployment } from '../record/deployment.ts';
import { advance } from '../record/lifecycle.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { requireUnprotected } from './protect.ts';
import { supersede } from './supersede.ts';

type Ports = Pick<
  LifecyclePorts,
  | 'clock'
  | 'ids'
  | 'deployments'
  | 'resources'
  | 'files'
  | 'delegations'
  | 'workflows'
  | 'attempts'
  | 'orphans'
  | 'claims'
  | 'ended'
  | 'endedFiles'
  | 'timeline'
  | 'versions'
>;

export interface Deletion {
  readonly force: boolean;
  readonly operationId?: string | undefined;
  /** absent: nobody is known, and the record names nobody */
  readonly requestedBy?: Identity;
  /** any change since the deployment was read is a PreconditionFailedError */
  readonly onlyIfUnchanged?: boolean | undefined;
  /** throws where the deployment, as it is now, is not to be deleted */
  readonly onlyIf?: (current: Deployment) => void;
}

/**
 * Deletes a deployment, even while another operation runs. First a new operation takes the deployment over, so that the
 * old workflow can write no more; then the old workflow is stopped. If nothing was made and there is no callback, the
 * deployment is gone on return. Otherwise a workflow destroys what was made. ConflictError when another operation, also a
 * deletion, has taken the deployment over. UnavailableError after the take-over: sweep-workflows then starts the
 * workflow.
 */
export const deleteDeployment = async (ports: Ports, deployment: Deployment, options: Deletion): Promise<void> => {
  const { operationId = ports.ids.next(), onlyIfUnchanged } = options;
  const deletion = (current: Deployment) => {
    options.onlyIf?.(current);
    return superseded(ports, current, operationId, options);
  };
  const { before, next } = await supersede(ports, deployment, deletion, onlyIfUnchanged);
  await ports.workflows.stopOperation(before);
  const made = (await ports.attempts.list(deployment.id)).some(mayHaveLeftSomething);
  if (made || deployment.callback !== undefined) return ports.workflows.startOperation(next);
  await removeAtOnce(ports, next);
};

/** A reset may end the deletion meanwhile. For the client that is a conflict, not an error of the service. */
const removeAtOnce = async (ports: Ports, { id, operation }: Deployment): Promise<void> => {
  try {
    await removeRecords(ports, { deploymentId: id, operationId: operation.id });
  } catch (cause) {
    if (!(cause instanceof OperationSupersededError)) throw cause;
    throw new ConflictError('the deletion was reset in the meantime: read the deployment again', { cause });
  }
};

/** The deployment as the deletion takes it over; ConflictError in a status that does not allow a deletion, and while it is protected. */
export const superseded = (
  { clock }: Pick<Ports, 'clock'>,
  { statusReason: _, statusReasonWithLogs: __, ...deployment }: Deployment,
  id: string,
  { force, requestedBy }: Deletion,
): Deployment => {
  requireUnprotected(deployment);
  const now = clock.now().toISOString();
  return {
    ...deployment,
    updatedAt: now,
    status: advance(deployment.status, 'delete'),
    task: 'NONE',
    operation: {
      ...{ id, kind: 'DELETE', acceptedAt: now },
      ...(requestedBy !== undefined && { requestedBy }),
      ...(force && { force }),
    },
  };
};

/** An attempt without an infrastructure counts too: perhaps the provider was called and its answer lost. */
export const mayHaveLeftSomething = ({ state }: Attempt): boolean => state !== 'DESTROYED';
