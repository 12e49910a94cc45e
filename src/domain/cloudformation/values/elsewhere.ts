import type { Json, Node, Requirement } from '../../../tosca/topology.ts';
import { mapOf } from '../../deployers/capability-values.ts';

/** Where the value of an attribute may be found: it is known, or another call gives it. */
export type Elsewhere = { readonly value: Json } | { readonly call: readonly Json[] };

/**
 * The other places of an attribute, those that TOSCA looks at first come first. Every property is also an attribute (1.3
 * section 3.6.12), and the name of a requirement leads to its relationship, the capability at its end and the node there.
 */
export const elsewhere = (
  node: Node,
  path: readonly Json[],
  byName: ReadonlyMap<string, Node>,
): readonly Elsewhere[] => {
  const [first, ...rest] = path;
  if (path.length === 1 && first === 'tosca_name') return [{ value: node.name }];
  // what is asked for is read when the node stands
  if (path.length === 1 && first === 'state') return [{ value: 'started' }];
  const capability = node.capabilities[String(first)]?.properties;
  return [
    ...at(node.properties, path),
    ...(capability === undefined ? [] : at(capability, rest)),
    ...node.requirements
      .filter(({ name }) => name === first && rest.length > 0)
      .slice(0, 1)
      .flatMap((requirement) => behind(requirement, rest, byName)),
  ];
};

const behind = (
  requirement: Requirement,
  path: readonly Json[],
  byName: ReadonlyMap<string, Node>,
): readonly Elsewhere[] => {
  const target = byName.get(requirement.node ?? '');
  if (target === undefined) return [];
  const ends = Object.keys(target.capabilities).filter((name) => isEnd(target, name, requirement.capability));
  return [
    ...at(requirement.properties ?? {}, path),
    ...[...ends.map((name) => [name]), []].map((end) => ({ call: [target.name, ...end, ...path] })),
  ];
};

/** A requirement names its capability, or the type of it. */
const isEnd = ({ capabilities }: Node, name: string, wanted: string | undefined): boolean =>
  wanted !== undefined && (name === wanted || capabilities[name]?.types.includes(wanted) === true);

const at = (values: { readonly [name: string]: Json }, path: readonly Json[]): readonly Elsewhere[] => {
  let value: Json = values;
  for (const step of path) {
    const members: { readonly [key: string]: Json } = mapOf(Array.isArray(value) ? { ...value } : value);
    if (!Object.hasOwn(members, String(step))) return [];
    value = members[String(step)] ?? null;
  }
  return path.length === 0 || value === null ? [] : [{ value }];
};
