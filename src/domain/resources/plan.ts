import type { Node, Topology } from '../../tosca/topology.ts';
import type { Resource } from './resource.ts';

/** The resources that machines were made for. */
export type MadeFor = readonly { readonly resourceId: string; readonly node: string }[];

/**
 * The resources that a topology asks for: `count` for each node, in dependency order; docs/contract/silent-points.md,
 * "requiredBy".
 */
export const planResources = (
  topology: Pick<Topology, 'nodes'>,
  make: {
    readonly deploymentId: string;
    readonly operationId: string;
    readonly now: string;
    nextId(): string;
    /** what stands already, and was made for a resource: that keeps its id; absent: nothing */
    readonly madeFor?: MadeFor | undefined;
  },
): readonly Resource[] => {
  const known = Map.groupBy(make.madeFor ?? [], ({ node }) => node);
  const ids = new Map(
    topology.nodes.map(({ name, count }) => [
      name,
      Array.from({ length: count }, (_, index) => known.get(name)?.[index]?.resourceId ?? make.nextId()),
    ]),
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
