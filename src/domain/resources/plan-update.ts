import type { Node, Topology } from '../../tosca/topology.ts';
import { requirersByNode } from './plan.ts';
import type { Resource } from './resource.ts';
import { hasMachine, isInProgress, withoutReason } from './states.ts';

/** What happens to the resources of a deployment when it gets another topology. */
export interface UpdatePlan {
  /** in state CREATING */
  readonly added: readonly Resource[];
  readonly kept: readonly Resource[];
  /** in state DELETING */
  readonly removed: readonly Resource[];
}

interface Make {
  readonly deploymentId: string;
  readonly operationId: string;
  readonly now: string;
  nextId(): string;
}

/**
 * Compares the resources with the new topology (docs/contract/original-service.md, "What an update removes and adds"). A
 * resource is removed when its node is gone or, unless it is a machine, has another type; when the node's removal list
 * names it; when `going` has its id; or when there are more than the node's count. Planning over its own result changes
 * nothing, so a step may run twice.
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
    removed: before.filter(({ id }) => !ids.has(id)).map(deleting),
  };
};

/** Whether the template still has a place for the resource. */
const isNamed = (resource: Resource, node: Node | undefined): boolean =>
  node !== undefined &&
  (resource.toscaNodeType === node.type || hasMachine(resource)) &&
  resource.state !== 'DELETING' &&
  !node.removalList.includes(resource.id);

/** The order in which resources are kept: those with a VM first, then the oldest; ids sort by creation. */
const mostSettledFirst = (resources: readonly Resource[]): readonly Resource[] =>
  resources.toSorted(
    (a, b) => Number(a.physicalId === undefined) - Number(b.physicalId === undefined) || (a.id < b.id ? -1 : 1),
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
    ...(hasMachine({ toscaTypes: node.types }) && { neverReady: true as const }),
  }));

/** Sets types and `requiredBy` anew. */
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

/** Retries what an earlier update failed to make, and removes the reason of a failed action. */
const revived = (resource: Resource): Resource => {
  const cleared = withoutReason(resource);
  if (resource.state !== 'ERROR') return cleared;
  return { ...cleared, state: resource.physicalId === undefined ? 'CREATING' : 'CONFIGURING' };
};

/** A resource without a machine gets one of the new template. */
const stillToBeMade = (resource: Resource, { operationId }: Make): Resource =>
  hasMachine(resource) && resource.physicalId === undefined ? { ...resource, madeBy: operationId } : resource;

/** The result of an action that is still in progress no longer matters. */
const deleting = ({ action: _, ...resource }: Resource): Resource => {
  if (isInProgress(resource)) return { ...resource, state: 'DELETING' };
  return { ...resource, was: resource.state, state: 'DELETING' };
};
