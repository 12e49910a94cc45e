import type { Node, Operation, Operations } from '../../tosca/topology.ts';
import type { Call } from './run.ts';

/** An operation as somebody calls it. */
export interface Called {
  readonly interface: string;
  readonly operation: string;
  /** name of the requirement on whose relationship it is; absent: it is the node's own */
  readonly requirement?: string | undefined;
}

export type Found = Pick<Call, 'place' | 'at' | 'target' | 'operation'>;

/** From `interface.operation`. An interface may be named by its type, which has dots of its own. */
export const calledIn = (text: string, requirement: string | undefined): Called => {
  const dot = text.lastIndexOf('.');
  return { interface: text.slice(0, Math.max(dot, 0)), operation: text.slice(dot + 1), requirement };
};

/** What is called on a node: one operation, or one for each of its requirements of that name; or why there is none. */
export const foundOn = (node: Node, called: Called): readonly Found[] | { readonly why: string } => {
  const { requirement } = called;
  const all = requirement === undefined ? ownOf(node, called) : ofRequirement(node, called);
  if (all.length > 0) return all;
  const places = requirement === undefined ? [node] : node.requirements.filter(({ name }) => name === requirement);
  const known = places.flatMap(({ operations = {} }) => Object.values(operations));
  const names = known.map((one) => `${one.interface}.${one.name}`).join(', ') || 'none';
  const of = requirement === undefined ? node.name : `the requirement ${requirement} of ${node.name}`;
  const what = `${called.interface}.${called.operation}`;
  return { why: `${of} has no operation ${what} with an implementation: it has ${names}` };
};

const ownOf = (node: Node, called: Called): readonly Found[] => {
  const [key, operation] = entryIn(node.operations, called) ?? [];
  return operation ? [{ place: `${node.name} ${key}`, at: node.name, operation }] : [];
};

const ofRequirement = (node: Node, called: Called): readonly Found[] =>
  node.requirements.flatMap((one, index) => {
    const [key, operation] = (one.name === called.requirement && entryIn(one.operations, called)) || [];
    if (operation === undefined) return [];
    const target = one.node ?? '';
    const at = isAtTarget(operation.name) ? target : node.name;
    return [{ place: `${node.name} ${index} to ${target} ${key}`, at, target, operation }];
  });

/** Operations of a relationship whose name does not say where they run. */
const ofTarget: ReadonlySet<string> = new Set(['add_source', 'remove_source']);
const ofSource: ReadonlySet<string> = new Set(['add_target', 'remove_target']);

const isAtTarget = (name: string): boolean => ofTarget.has(name) || (name.endsWith('_target') && !ofSource.has(name));

/** An interface may be named by its type, and a normative one in any case. */
const entryIn = (
  operations: Operations = {},
  { interface: face, operation }: Called,
): readonly [string, Operation] | undefined => {
  const kind = face.slice(face.lastIndexOf('.') + 1).toLowerCase();
  return Object.entries(operations).find(
    ([, one]) => one.name === operation && (one.interface === face || (one.of !== undefined && one.of === kind)),
  );
};
