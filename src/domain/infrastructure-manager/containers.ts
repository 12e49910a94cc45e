import { entryOf } from '../../foundation/entry-of.ts';
import type { BasesOf, Found } from '../changes/found.ts';
import type { RequestedNodes } from '../changes/requested.ts';
import type { Resource } from '../resources/resource.ts';

/** What happens to a container, and why. */
interface Fate {
  readonly how: 'kept' | 'refused';
  readonly why: string;
}

/**
 * Containers, and functions that run like them, whose nodes the new template drops. The Infrastructure Manager keeps a
 * node that a template leaves out and runs its container again, and their types take no number of instances that could
 * be set to 0 (docs/contract/infrastructure-manager-templates.md, "Updates"). A container that only a failed update
 * added must not block the template in force, so it stays at the provider instead.
 */
export const droppedContainers = (
  removed: readonly Resource[],
  basesOf: BasesOf,
  { after, inForce }: { readonly after: RequestedNodes; readonly inForce: RequestedNodes },
): readonly (Fate & { readonly node: string; readonly property: string; readonly old: string })[] => {
  const gone = new Map(removed.map((resource) => [resource.toscaNodeName, basesOf(resource)[0]]));
  return [...gone].flatMap(([node, before]) => {
    const old = entryOf(before, node);
    if (old?.kind !== 'container' || entryOf(after, node) !== undefined) return [];
    const fate = entryOf(inForce, node) === undefined ? staysFailed : keepsRunning;
    return [{ node, property: 'type', old: old.type, ...fate }];
  });
};

const keepsRunning: Fate = {
  how: 'refused',
  why: 'the Infrastructure Manager keeps running the container of a node that a new template leaves out; leave the node in the template, or make a new deployment without it',
};

const staysFailed: Fate = {
  how: 'kept',
  why: 'the update that added it failed; what the Infrastructure Manager may have made of it stays until the deployment is deleted, so give a container that you add later another name',
};

/** Why another number of instances of a container is refused; undefined: it is possible, or it is no container. */
export const moreThanOne = (
  { node, difference }: Pick<Found, 'node' | 'difference'>,
  after: RequestedNodes,
): Fate | undefined => {
  const requested = entryOf(after, node);
  if (difference.path !== 'count' || requested?.kind !== 'container' || requested.count <= 1) return undefined;
  return { how: 'refused', why: onlyOne };
};

const onlyOne =
  'the Infrastructure Manager runs the container of a node once at most; give each copy a node of its own';
