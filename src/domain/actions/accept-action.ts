import { ConflictError, InvalidError } from '../../foundation/errors.ts';
import { alsoLogging } from '../../foundation/log.ts';
import { requireAbility } from '../deployments/record/abilities.ts';
import { actionCheckMins, nextCheck } from '../deployments/record/deadlines.ts';
import type { Deployment } from '../deployments/record/deployment.ts';
import { insteadIn } from '../deployments/record/lifecycle.ts';
import type { LifecyclePorts } from '../deployments/record/ports.ts';
import type { ActionType, Resource } from '../resources/resource.ts';
import { isCompute } from '../resources/states.ts';
import { actionable, actionStates, isActionable } from './action-states.ts';
import { claimResource } from './claim-resource.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'ids' | 'deployments' | 'resources' | 'workflows' | 'actionSweepQueue'>;

/**
 * Accepts an action on a resource (docs/contract/api.md, "Act on a resource"): on return the resource is STARTING or
 * STOPPING, and a workflow does the rest. The sweep checks the action from before its workflow
 * starts, so none can be lost unnoticed. The workflow is started first: if this process then dies, it claims the resource
 * itself. InvalidError unless the node is a Compute; ConflictError when the state of the deployment or of
 * the resource does not allow the action.
 */
export const acceptAction = async (
  ports: Ports,
  deployment: Deployment,
  resource: Resource,
  type: ActionType,
  actionId = ports.ids.next(),
): Promise<void> => {
  requireAllowed(deployment, resource, type);
  const { id: resourceId, deploymentId, updatedAt: seenAt } = resource;
  const order = { deploymentId, resourceId, actionId, type, seenAt };
  alsoLogging({ actionId: order.actionId }); // as in every line of its workflow
  await ports.actionSweepQueue.register(order, nextCheck(ports.clock.now(), actionCheckMins));
  await ports.workflows.startAction(order);
  await claimResource(ports, order);
};

/** InvalidError and ConflictError as in acceptAction. */
export const requireAllowed = (deployment: Deployment, resource: Resource, type: ActionType): void => {
  requireCompute(resource);
  requireAbility(deployment, type);
  requireActionable(deployment);
  requireState(resource, type);
};

const requireCompute = ({ toscaNodeName, toscaNodeType, ...resource }: Resource): void => {
  if (isCompute(resource)) return;
  throw new InvalidError(
    `${toscaNodeName} is of type ${toscaNodeType}; only nodes whose type derives from tosca.nodes.Compute can be started or stopped`,
  );
};

const requireActionable = (deployment: Deployment): void => {
  if (isActionable(deployment)) return;
  throw new ConflictError(
    `the deployment is ${deployment.status}; actions are possible in ${actionable.join(', ')} only${insteadIn(deployment.status)}`,
  );
};

const requireState = ({ state, physicalId }: Resource, type: ActionType): void => {
  if (state !== actionStates[type].from) {
    throw new ConflictError(`the resource is ${state}; ${type} is possible in ${actionStates[type].from} only`);
  }
  if (physicalId === undefined) throw new ConflictError(`the resource has no virtual machine to ${type}`);
};
