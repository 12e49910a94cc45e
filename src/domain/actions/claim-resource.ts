import { ConflictError } from '../../foundation/errors.ts';
import type { LifecyclePorts } from '../deployments/record/ports.ts';
import type { ActionOrder } from '../deployments/record/workflows.ts';
import type { Action, Resource } from '../resources/resource.ts';
import { changedAt } from '../resources/states.ts';
import { actionStates, isActionable } from './action-states.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'deployments' | 'resources'>;

/** A resource that an action has claimed. */
export type ClaimedResource = Resource & { readonly action: Action };

/**
 * Claims the resource for an action, if it has not changed since the client asked for the action. No error if this action
 * has claimed it already; ConflictError when something else came first. The deployment is read after the claim, and an
 * update looks for actions after it has taken the deployment over. So whichever comes second sees the other.
 */
export const claimResource = async (ports: Ports, order: ActionOrder): Promise<ClaimedResource> => {
  const seen = await ports.resources.find(order.deploymentId, order.resourceId);
  const taken = isClaimed(seen, order) ? seen : await claim(ports, seen, order);
  const deployment = await ports.deployments.find(order.deploymentId);
  if (taken.action.askedAt !== undefined || (deployment && isActionable(deployment))) return taken;
  await giveBack(ports, taken);
  throw new ConflictError(
    `the deployment is ${deployment?.status ?? 'gone'}; repeat the request when its operation has ended`,
  );
};

const isClaimed = (resource: Resource | undefined, { actionId }: ActionOrder): resource is ClaimedResource =>
  resource?.action?.id === actionId;

const claim = async (ports: Ports, seen: Resource | undefined, order: ActionOrder): Promise<ClaimedResource> => {
  const { from, by } = actionStates[order.type];
  if (seen?.state !== from || seen.updatedAt !== order.seenAt) {
    throw new ConflictError(`the resource changed in the meantime and is ${seen?.state ?? 'gone'} now: read it again`);
  }
  const now = ports.clock.now().toISOString();
  const before = seen.acted;
  const action = { id: order.actionId, type: order.type, acceptedAt: now, ...(before && { before }) };
  const acted = { id: order.actionId, at: now, seenAt: order.seenAt };
  const taken: ClaimedResource = { ...seen, state: by, stateSince: now, updatedAt: now, action, acted };
  try {
    await ports.resources.replace(seen, taken);
    return taken;
  } catch (error) {
    // the request and the workflow may claim it at the same moment
    const current = await ports.resources.find(order.deploymentId, order.resourceId);
    if (isClaimed(current, order)) return current;
    throw error;
  }
};

/**
 * Restores the state and `acted` of before, unless someone else has changed the resource by now. Nothing was done by hand, so
 * office hours go on for it.
 */
const giveBack = async ({ clock, resources }: Ports, taken: ClaimedResource): Promise<void> => {
  const { action, acted: _, ...resource } = taken;
  const state = actionStates[action.type].from;
  const before = changedAt(clock.now().toISOString(), taken, {
    ...resource,
    ...(action.before && { acted: action.before }),
    state,
  });
  try {
    await resources.replace(taken, before);
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
  }
};
