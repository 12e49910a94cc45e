import type { Node, Requirement } from '../../tosca/topology.ts';

/** A requirement of peers that cannot decide the order: its target needs the node too, directly or not, and comes after it. */
export interface Closing {
  readonly node: Node;
  readonly requirement: Requirement;
  readonly target: Node;
}

/**
 * `nodes` come after those that they need, but for nodes that need each other, which come in the order of the text. A
 * node may need itself.
 */
export const closingRequirements = (nodes: readonly Node[]): readonly Closing[] => {
  const places = new Map(nodes.map(({ name }, index) => [name, index]));
  return nodes.flatMap((node, index) =>
    node.requirements.flatMap((requirement) => {
      const place = places.get(requirement.node ?? '') ?? -1;
      const target = nodes[place];
      return target === undefined || place < index ? [] : [{ node, requirement, target }];
    }),
  );
};

/** For a plan, after the names of both. */
export const notOrdered = ({ node, target }: Closing, who: string): string =>
  node === target
    ? `node ${node.name} needs itself, which changes no order`
    : `nodes ${node.name} and ${target.name} need each other, so ${who} begins with ${node.name}, which does not wait for ${target.name}`;
