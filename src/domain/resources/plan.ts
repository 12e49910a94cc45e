import type { Node, Topology } from '../../tosca/topology.ts';
import type { Resource } from './resource.ts';

/**
 * The resources that a topology asks for: `count` for each node, in dependency order; docs/contract/silent-points.md,
 * "requiredBy".
 */
export const planResources = (
  topology: Pick<Topology, 'nodes'>,
  make: { readonly deploymentId: string; readonly operationId: string; readonly now: string; nextId(): string },
): readonly Resource[] => {
  const ids = new Map(
    topology.nodes.map((node) => [node.name, Array.from({ length: node.count }, () => make.nextId())]),
  );
  const requirers = requirersByNode(topology.nodes);
  return topology.nodes.flatMap((node) => {
    const requiredBy = (requirers.get(node.name) ?? []).flatMap((name) => ids.get(name) ?? []);
    return (ids.get(node.name) ?? []).map((id) => ({
      id,
      deploymentId: make.deploymentId,
      madeBy: make.operationId,
      createdAt: make.now,
      updatedAt: make.now,
      state: 'INITIAL' as const,
      toscaNodeName: node.name,
      toscaNodeType: node.type,
      toscaTypes: node.types,
      requiredBy,
      metadata: {},
    }));
  });
};

/** Node name -> names of the nodes that have a requirement on it, each once. */
export const requirersByNode = (nodes: readonly Node[]): ReadonlyMap<string, readonly string[]> => {
  const requirers = new Map<string, string[]>();
  for (const { name, requirements } of nodes) {
    for (const target of new Set(requirements.map(({ node }) => node))) {
      if (target === undefined) continue;
      const known = requirers.get(target);
      if (known) known.push(name);
      else requirers.set(target, [name]);
    }
  }
  return requirers;
};
