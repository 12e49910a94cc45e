import type { Node, Operation } from '../../../tosca/topology.ts';
import type { ByName } from '../machines/software-hosts.ts';

/** An operation and where it belongs, before its values are read. */
export interface Planned {
  readonly key: string;
  /** the node that has it, or the source of the relationship that has it */
  readonly node: Node;
  readonly target?: Node;
  readonly operation: Operation;
  /** the node on whose machine it runs */
  readonly at: Node;
  readonly after: readonly string[];
}

/**
 * Operations in the order of the standard: what a node needs is started before the node is created. Then come create,
 * pre_configure_source or pre_configure_target of each relationship, configure, post_configure_…, start; and once both
 * ends are started, add_target at the source and add_source at the target. `nodes` are in dependency order.
 */
export const inOrder = (nodes: readonly Node[], byName: ByName): readonly Planned[] => {
  if (!nodes.some(hasOperations)) return [];
  const incoming = Map.groupBy(
    nodes.flatMap((node) => node.requirements.map((requirement, index) => ({ node, requirement, index }))),
    ({ requirement }) => requirement.node,
  );
  const finished = new Map<string, readonly string[]>();
  return nodes.flatMap((node) => {
    const needed = node.requirements.flatMap(({ node: name }) => finished.get(name ?? '') ?? []);
    const phases = phasesOf(node, incoming.get(node.name) ?? [], byName).filter((phase) => phase.length > 0);
    const placed: Planned[] = [];
    let before: readonly string[] = [...new Set(needed)];
    for (const phase of phases) {
      placed.push(...phase.map((one) => ({ ...one, after: before })));
      before = phase.map(({ key }) => key);
    }
    finished.set(node.name, before);
    return [...placed, ...announcements(node, byName).map((one) => ({ ...one, after: before }))];
  });
};

const hasOperations = ({ operations, requirements }: Node): boolean =>
  operations !== undefined || requirements.some((one) => one.operations !== undefined);

type Unplaced = Omit<Planned, 'after'>;
type Incoming = readonly {
  readonly node: Node;
  readonly requirement: Node['requirements'][number];
  readonly index: number;
}[];

const phasesOf = (node: Node, incoming: Incoming, byName: ByName): readonly (readonly Unplaced[])[] => [
  own(node, 'create'),
  [...asSource(node, 'pre_configure_source', byName), ...asTarget(node, incoming, 'pre_configure_target')],
  own(node, 'configure'),
  [...asSource(node, 'post_configure_source', byName), ...asTarget(node, incoming, 'post_configure_target')],
  own(node, 'start'),
];

const own = (node: Node, name: string): readonly Unplaced[] => {
  const operation = node.operations?.[`standard.${name}`];
  return operation === undefined ? [] : [{ key: `${node.name} standard.${name}`, node, operation, at: node }];
};

/** Operations before a deletion: a node goes before what it needs, and stops before it is deleted. */
export const stoppingOrder = (nodes: readonly Node[]): readonly Planned[] =>
  nodes
    .toReversed()
    .flatMap((node) => [...own(node, 'stop'), ...own(node, 'delete')])
    .map((one) => ({ ...one, after: [] }));

const asSource = (node: Node, name: string, byName: ByName): readonly Unplaced[] =>
  node.requirements.flatMap((requirement, index) => ofRelationship({ node, requirement, index }, name, byName, node));

const asTarget = (node: Node, incoming: Incoming, name: string): readonly Unplaced[] =>
  incoming.flatMap((one) => ofRelationship(one, name, new Map([[node.name, node]]), node));

/** Where both ends are started. */
const announcements = (node: Node, byName: ByName): readonly Unplaced[] =>
  node.requirements.flatMap((requirement, index) => {
    const target = byName.get(requirement.node ?? '');
    if (target === undefined) return [];
    const one = { node, requirement, index };
    return [...ofRelationship(one, 'add_target', byName, node), ...ofRelationship(one, 'add_source', byName, target)];
  });

const ofRelationship = (
  { node, requirement, index }: Incoming[number],
  name: string,
  byName: ByName,
  at: Node,
): readonly Unplaced[] => {
  const operation = requirement.operations?.[`configure.${name}`];
  const target = byName.get(requirement.node ?? '');
  if (operation === undefined || target === undefined) return [];
  const key = `${node.name} ${index} to ${target.name} configure.${name}`;
  return [{ key, node, target, operation, at }];
};

const run: { readonly [kind: string]: readonly string[] } = {
  standard: ['create', 'configure', 'start', 'stop', 'delete'],
  configure: [
    'pre_configure_source',
    'pre_configure_target',
    'post_configure_source',
    'post_configure_target',
    'add_target',
    'add_source',
  ],
};

/** Operations that run only when somebody asks for them: nothing in a deployment's life calls for them. */
export const leftOut = (node: Node): readonly Operation[] =>
  [node, ...node.requirements]
    .flatMap(({ operations = {} }) => Object.values(operations))
    .filter(({ of = '', name }) => !run[of]?.includes(name));
