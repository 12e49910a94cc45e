import type { Node } from '../../tosca/topology.ts';
import type { StackResources } from './blueprint/blueprint.ts';

/**
 * Nodes whose name makes the id of a resource that another part of the stack has: one of the two would be lost. Parts
 * that say the same, such as a rule that two nodes need, are one.
 */
export const sameIds = (
  shared: { readonly [node: string]: StackResources },
  byName: ReadonlyMap<string, Node>,
): readonly { readonly node: Node; readonly why: string }[] => {
  const all = Object.entries(shared).flatMap(([owner, own]) =>
    Object.entries(own).map(([id, resource]) => ({ id, owner, resource })),
  );
  return [...Map.groupBy(all, ({ id }) => id)].flatMap(([id, same]) => {
    if (same.length < 2 || new Set(same.map(({ resource }) => JSON.stringify(resource))).size < 2) return [];
    const nodes = same.flatMap(({ owner }) => byName.get(owner) ?? []);
    return nodes.map((node) => ({
      node,
      why: `becomes a resource ${id}, and so does ${otherOf(same, node.name)}: give the node another name`,
    }));
  });
};

const otherOf = (same: readonly { readonly owner: string }[], name: string): string => {
  const other = same.find(({ owner }) => owner !== name)?.owner ?? '';
  return other === '' ? 'something that all nodes have together' : `node ${other}`;
};
