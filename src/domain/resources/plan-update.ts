import type { Node, Topology } from '../../tosca/topology.ts';
import { requirersByNode } from './plan.ts';
import type { Resource } from './resource.ts';
import { hasMachine, withoutReason } from './states.ts';

/** What becomes of the resources of a deployment when it gets another topology. */
export interface UpdatePlan {
  /** CREATING */
  readonly added: readonly Resource[];
  readonly kept: readonly Resource[];
  /** DELETING */
  readonly removed: readonly Resource[];
}

interface Make {
  readonly deploymentId: string;
  readonly operationId: string;
  readonly now: string;
  nextId(): string;
}

/**
 * Compares what is there with what is asked for (docs/contract/original-service.md, "What an update removes and adds").
 * Those go whose node is not there any more, or, unless they are machines, of another type; those that the node's removal
 * list names; those in `going`; and what is still more than the count. Planned again over its own result it changes
 * nothing, so that a step may run twice.
 */
export const planUpdate = (
  { nodes }: Pick<Topology, 'nodes'>,
  before: readonly Resource[],
  make: Make,
  going: ReadonlySet<string> = new Set(),
): UpdatePlan => {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const named = before
    .filter(({ id }) => !going.has(id))
    .filter((resource) => isNamed(resource, byName.get(resource.toscaNodeName)));
  const candidates = Map.groupBy(named, ({ toscaNodeName }) => toscaNodeName);
  const staying = new Map(
    nodes.map((node) => [node, mostSettledFirst(candidates.get(node.name) ?? []).slice(0, node.count)]),
  );
  const ids = new Set([...staying.values()].flat().map(({ id }) => id));
  const added = [...staying].flatMap(([node, { length }]) => missing(node, node.count - length, make));
  const all = [...before.filter(({ id }) => ids.has(id)), ...added];
  const connected = connect(nodes, all, byName);
  return {
    added: connected.filter(({ id }) => !ids.has(id)),
    kept: connected.filter(({ id }) => ids.has(id)).map((resource) => stillToBeMade(revived(resource), make)),
    removed: before.filter(({ id }) => !ids.has(id)).map(leaving),
  };
};

/** The template has a place for it. */
const isNamed = (resource: Resource, node: Node | undefined): boolean =>
  node !== undefined &&
  (resource.toscaNodeType === node.type || hasMachine(resource)) &&
  resource.state !== 'DELETING' &&
  !node.removalList.includes(resource.id);

/** Those without a VM go first, then the youngest: ids sort by creation. */
const mostSettledFirst = (resources: readonly Resource[]): readonly Resource[] =>
  resources.toSorted(
    (a, b) =>
      Number(a.physicalId === undefined) - Number(b.physicalId === undefined) ||
      (a.id < b.id ? -1 : Number(a.id > b.id)),
  );

const missing = (node: Node, length: number, { deploymentId, operationId, now, nextId }: Make): readonly Resource[] =>
  Array.from({ length }, () => ({
    id: nextId(),
    deploymentId,
    madeBy: operationId,
    createdAt: now,
    updatedAt: now,
    state: 'CREATING' as const,
    toscaNodeName: node.name,
    toscaNodeType: node.type,
    toscaTypes: node.types,
    requiredBy: [],
    metadata: {},
  }));

/** Who requires whom, anew. */
const connect = (
  nodes: readonly Node[],
  resources: readonly Resource[],
  byName: ReadonlyMap<string, Node>,
): readonly Resource[] => {
  const requirers = requirersByNode(nodes);
  const idsOf = Map.groupBy(resources, ({ toscaNodeName }) => toscaNodeName);
  return resources.map((resource) => ({
    ...resource,
    toscaNodeType: byName.get(resource.toscaNodeName)?.type ?? resource.toscaNodeType,
    toscaTypes: byName.get(resource.toscaNodeName)?.types ?? resource.toscaTypes,
    requiredBy: (requirers.get(resource.toscaNodeName) ?? []).flatMap((name) =>
      (idsOf.get(name) ?? []).map(({ id }) => id),
    ),
  }));
};

/** What an earlier update failed to make is tried again; why an action failed is told no longer. */
const revived = (resource: Resource): Resource => {
  const told = withoutReason(resource);
  if (resource.state !== 'ERROR') return told;
  return { ...told, state: resource.physicalId === undefined ? 'CREATING' : 'CONFIGURING' };
};

/** What has no machine gets one of the new template. */
const stillToBeMade = (resource: Resource, { operationId }: Make): Resource =>
  hasMachine(resource) && resource.physicalId === undefined ? { ...resource, madeBy: operationId } : resource;

/** An action that is under way on it has nothing more to say. */
const leaving = ({ action: _, ...resource }: Resource): Resource => ({ ...resource, state: 'DELETING' });
