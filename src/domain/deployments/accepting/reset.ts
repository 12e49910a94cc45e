import { ConflictError, InvalidError } from '../../../foundation/errors.ts';
import type { Identity } from '../../../foundation/identity.ts';
import { failedInProgress } from '../../resources/states.ts';
import type { Deployment } from '../record/deployment.ts';
import { advance } from '../record/lifecycle.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import type { Deletion } from './delete.ts';
import { supersede } from './supersede.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'ids' | 'deployments' | 'resources' | 'workflows'>;

/**
 * Ends the deletion in progress, so that the client can ask for it again (docs/contract/api.md, "Reset a deployment"). A
 * new operation without a workflow takes the deployment over: the old workflow can write no more and is then stopped.
 * Resources that the deletion was working on get the state ERROR, since nobody knows how far it came. If the process
 * dies, the sweep does the rest in the same way (finish-operation.ts). A minute later the sweep leaves to that of orphans what an
 * interrupted creation may have made and no record names (give-up-attempts.ts). InvalidError for any status but DELETE_FAILED.
 * ConflictError unless a deletion is in progress, or when that has started to remove the record and what belongs to it:
 * the rest could not be used.
 */
export const resetDeployment = async (
  ports: Ports,
  deployment: Deployment,
  status: string,
  { operationId = ports.ids.next(), requestedBy, onlyIfUnchanged }: Omit<Deletion, 'force'> = {},
): Promise<void> => {
  requireResetStatus(status);
  const resetBy = (current: Deployment) => givenUp(ports, current, operationId, requestedBy);
  const { before } = await supersede(ports, deployment, resetBy, onlyIfUnchanged);
  await ports.workflows.stopOperation(before);
  await failedInProgress(ports.resources, deployment.id, ports.clock.now());
};

export const requireResetStatus = (status: string): void => {
  if (status === 'DELETE_FAILED') return;
  throw new InvalidError(`the status is ${JSON.stringify(status)}; a deployment can be reset to DELETE_FAILED only`);
};

const tooLate =
  'only the record of the deployment is left, and it is about to be removed: the deletion can no longer be reset';

/** The deployment after the reset; ConflictError unless a deletion is in progress that can be ended. */
export const givenUp = (
  { clock }: Pick<Ports, 'clock'>,
  { statusReasonWithLogs: _, ...deployment }: Deployment,
  id: string,
  requestedBy?: Identity,
): Deployment => {
  if (deployment.leaving) throw new ConflictError(tooLate);
  const now = clock.now().toISOString();
  return {
    ...deployment,
    updatedAt: now,
    status: advance(deployment.status, 'reset'),
    statusReason: 'the deletion was reset by request; delete the deployment again to remove what may be left of it',
    task: 'NONE',
    operation: {
      ...{ id, kind: 'DELETE', acceptedAt: now, reset: true },
      ...(requestedBy !== undefined && { requestedBy }),
    },
  };
};
