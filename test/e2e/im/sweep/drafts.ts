import type { Json } from '../../../../src/tosca/topology.ts';
import type { RequirementDef } from '../../../../src/tosca/types/definitions.ts';
import { membersOf } from '../../../../src/tosca/types/members.ts';
import type { Scope, TypeDef } from '../../../../src/tosca/types/type-def.ts';
import { samplesOf } from './samples.ts';

export type Draft = { [key: string]: Json | Draft | Draft[] };
export type Nodes = { [name: string]: Draft };

/** Every type of a kind that the scope knows, without the roots. */
export const typesOf = (scope: Scope, kind: TypeDef['kind']): readonly TypeDef[] =>
  [...new Set(scope.names(kind))]
    .sort()
    .flatMap((name) => scope.find(kind, name) ?? [])
    .filter(({ name, primitive }) => primitive === undefined && !name.endsWith('.Root'));

/** Node templates that make one of this type valid: its required properties and the nodes that it needs, itself as `n`. */
export const baseOf = (type: TypeDef, scope: Scope): Nodes => {
  const nodes: Nodes = {};
  add('n', type, scope, nodes, []);
  return nodes;
};

/** The name of a node of this type, made when there is none. */
export const helper = (type: TypeDef, scope: Scope, nodes: Nodes): string => {
  const name = `h_${type.name.split('.').at(-1)?.toLowerCase()}`;
  if (nodes[name] === undefined) add(name, type, scope, nodes, [type.name]);
  return name;
};

const add = (name: string, type: TypeDef, scope: Scope, nodes: Nodes, above: readonly string[]): void => {
  const { properties, requirements } = membersOf(type);
  const node: Draft = { type: type.name };
  nodes[name] = node;
  const required = [...properties.values()].filter(({ required, default: usual }) => required && usual === undefined);
  if (required.length > 0)
    node['properties'] = Object.fromEntries(required.map((def) => [def.name, samplesOf(def)[0] ?? 'text']));
  const needed = [...requirements.values()].filter(({ count }) => (count?.min ?? 1) > 0);
  const written = needed.flatMap((def) => {
    const target = targetOf(def, scope);
    if (target === undefined || above.includes(target.name) || above.length > 5) return [];
    const targetName = `h_${target.name.split('.').at(-1)?.toLowerCase()}`;
    if (nodes[targetName] === undefined) add(targetName, target, scope, nodes, [...above, target.name]);
    return [{ [def.name]: targetName }];
  });
  if (written.length > 0) node['requirements'] = written;
};

/** The first type that the requirement takes: the one that it names, if that has its capability. */
export const targetOf = ({ node, capability }: RequirementDef, scope: Scope): TypeDef | undefined => {
  const first = [
    node?.name,
    'tosca.nodes.indigo.Compute',
    'tosca.nodes.Compute',
    'tosca.nodes.SoftwareComponent',
  ].flatMap((name) => (name === undefined ? [] : (scope.find('node', name) ?? [])));
  return [...first, ...typesOf(scope, 'node')].find(
    (type) =>
      !type.name.endsWith('.Root') &&
      (node === undefined || type.is(node)) &&
      (capability === undefined ||
        [...membersOf(type).capabilities.values()].some((each) => each.type?.is(capability))),
  );
};
