import type { Json } from '../../../../src/tosca/topology.ts';
import { membersOf } from '../../../../src/tosca/types/members.ts';
import type { Scope, TypeDef } from '../../../../src/tosca/types/type-def.ts';
import { baseOf, type Draft, type Nodes } from './drafts.ts';
import { samplesOf } from './samples.ts';

export type Topology = { node_templates: Nodes } & Draft;

/** What is set, the topology that sets it, and what stands beside the topology. */
export type Named = readonly [string, Topology, Draft?];

export const shown = (value: Json): string => JSON.stringify(value);

/** The topology with a change of its main node. */
export const changed = (
  type: TypeDef,
  scope: Scope,
  change: (node: Draft, nodes: Nodes) => Draft | undefined,
): Topology => {
  const nodes = baseOf(type, scope);
  const node = nodes['n'] as Draft;
  return { node_templates: nodes, ...change(node, nodes) };
};

export const part = (node: Draft, ...path: readonly string[]): Draft =>
  path.reduce((at, key) => {
    at[key] ??= {};
    return at[key] as Draft;
  }, node);

export const set =
  (values: Readonly<Record<string, Json>>, ...path: readonly string[]) =>
  (node: Draft): undefined => {
    Object.assign(part(node, ...path), values);
  };

export const script = (name: string): string => `https://scripts.example/${name}`;

export const linked = (type: TypeDef): Draft => {
  const required = [...membersOf(type).properties.values()].filter((def) => def.required && !def.default);
  return {
    type: type.name,
    ...(required.length > 0 && {
      properties: Object.fromEntries(required.map((def) => [def.name, samplesOf(def)[0] ?? 'text'])),
    }),
  };
};

export const forms = (operation: string): readonly (readonly [string, Draft | string])[] => [
  ['as a playbook', script(`${operation}.yml`)],
  ['as a script', { implementation: script(`${operation}.sh`) }],
  ['with inputs', { implementation: script(`${operation}.yml`), inputs: { a: 'b', n: 1, on: true } }],
  ['with primary', { implementation: { primary: script(`${operation}.yml`) } }],
];
