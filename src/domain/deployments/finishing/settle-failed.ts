/** In what state a failed operation leaves the resources. */

import { withoutMachine } from '../../resources/ended-jobs.ts';
import type { NodeState, Resource } from '../../resources/resource.ts';
import { enterState, hasMachine } from '../../resources/states.ts';
import type { Attempt } from '../record/attempt.ts';
import type { Deployment } from '../record/deployment.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { changesWhatStands } from '../record/workflow-of.ts';
import { isAddedBy, removedNothing, type WayBack } from './way-back.ts';

/** A repeat changes nothing. */
export const settleFailed = async (
  { resources }: Pick<LifecyclePorts, 'resources'>,
  { id, operation }: Deployment,
  { tried, back, now }: { readonly tried: readonly Attempt[]; readonly back: WayBack; readonly now: Date },
): Promise<void> => {
  const isChange = changesWhatStands(operation);
  // destroyed machines must not be shown as existing ones
  const nothingStands =
    operation.kind === 'CREATE' && !isChange && tried.every((attempt) => attempt.state === 'DESTROYED');
  const also = isChange ? settledFrom(tried) : nothingStands ? withoutMachine : undefined;
  await enterState(resources, id, isChange ? leftBy : 'ERROR', now, also);
  if (back.is !== 'stands') return;
  const all = await resources.all(id);
  const added = all.filter((resource) => isAddedBy(operation, resource));
  if (added.length > 0)
    await resources.remove(
      id,
      added.map((resource) => resource.id),
    );
  const asBefore = all.flatMap(({ becoming, ...resource }) =>
    becoming?.operationId === operation.id && !added.some((one) => one.id === resource.id) ? [resource] : [],
  );
  if (asBefore.length > 0) await resources.put(asBefore);
};

/**
 * The state of a resource after a failed update: the failure says nothing about resources that the update did not touch.
 */
const leftBy = (state: NodeState): NodeState => (state === 'STARTED' || state === 'STOPPED' ? state : 'ERROR');

/** What an update was to remove stands as before, if it failed before it asked for any removal, or was undone. */
const settledFrom = (tried: readonly Attempt[]) => {
  const isUntouched = removedNothing(tried);
  return ({ was, ...resource }: Resource): Resource =>
    errorWithoutMachine(was !== undefined && isUntouched ? { ...resource, state: was } : resource);
};

/** The update has found that its machine is gone. */
const errorWithoutMachine = (resource: Resource): Resource =>
  hasMachine(resource) && resource.physicalId === undefined ? { ...resource, state: 'ERROR' } : resource;
