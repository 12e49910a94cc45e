import { ConflictError, OperationSupersededError, ProviderFailedError } from '../../foundation/errors.ts';
import type { LifecyclePorts } from '../deployments/record/ports.ts';
import type { ActionOrder } from '../deployments/record/workflows.ts';
import type { Resource } from '../resources/resource.ts';
import { changedAt } from '../resources/states.ts';
import type { ClaimedResource } from './claim-resource.ts';

/** The resource, if the action still owns it, else OperationSupersededError. */
export const claimedResource = async (
  { resources }: Pick<LifecyclePorts, 'resources'>,
  { deploymentId, resourceId, actionId }: Pick<ActionOrder, 'deploymentId' | 'resourceId' | 'actionId'>,
): Promise<ClaimedResource> => {
  const resource = await resources.find(deploymentId, resourceId);
  if (resource?.action?.id === actionId) return { ...resource, action: resource.action };
  throw new OperationSupersededError(
    `action ${actionId} has to stop: another operation has resource ${resourceId} now`,
  );
};

/**
 * Writes what an action found, with a new `updatedAt`, if the action still owns the resource, else
 * OperationSupersededError.
 */
export const writeFenced = async (
  { resources, clock }: Pick<LifecyclePorts, 'resources' | 'clock'>,
  seen: ClaimedResource,
  next: Resource,
): Promise<void> => {
  try {
    await resources.replace(seen, changedAt(clock.now().toISOString(), seen, next));
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    throw new OperationSupersededError(`action ${seen.action.id} has to stop: ${error.message}`, { cause: error });
  }
};

/** The ids of the resource's machine. ProviderFailedError when it has none. */
export const machineOf = async (
  { deployments }: Pick<LifecyclePorts, 'deployments'>,
  { deploymentId, physicalId }: Resource,
): Promise<{ readonly providerId: string; readonly infrastructureId: string; readonly vmId: string }> => {
  const deployment = await deployments.find(deploymentId);
  const { providerId, infrastructureId } = deployment ?? {};
  if (providerId !== undefined && infrastructureId !== undefined && physicalId !== undefined) {
    return { providerId, infrastructureId, vmId: physicalId };
  }
  throw new ProviderFailedError('the resource no longer has a virtual machine');
};
