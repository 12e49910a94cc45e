/** A topology as text: a tree, or the languages of Graphviz and Mermaid. */

import { escaped } from '../src/tosca/graph.ts';
import { markOf, phaseOfAll, type State, sumOf } from './progress/states.ts';
import type { Paint } from './screen/paint.ts';

interface GraphNode {
  readonly name: string;
  readonly type: string;
  readonly kind?: string | undefined;
  readonly count: number;
  /** of its instances; none: it is not deployed */
  readonly states: readonly State[];
  readonly requirements: readonly GraphRequirement[];
}

interface GraphRequirement {
  readonly name: string;
  readonly node: string;
  /** host: it stands on that node; attachment: that node is attached to it; absent: it needs it */
  readonly as?: 'host' | 'attachment' | undefined;
}

export interface Graph {
  /** in dependency order */
  readonly nodes: readonly GraphNode[];
}

const hostOf = ({ requirements }: GraphNode): string | undefined => requirements.find(({ as }) => as === 'host')?.node;

/** Each node below the one that it stands on; what else it needs stands behind it. */
export const tree = ({ nodes }: Graph, paint: Paint): readonly string[] => {
  const names = new Set(nodes.map(({ name }) => name));
  const isRoot = (node: GraphNode): boolean => !names.has(hostOf(node) ?? '');
  const below = (node: GraphNode, indent: string): readonly string[] => {
    const guests = nodes.filter((each) => hostOf(each) === node.name);
    return guests.flatMap((guest, at) => {
      const last = at === guests.length - 1;
      return [
        `${indent}${paint('dim', last ? '└ ' : '├ ')}${lineOf(guest, paint)}`,
        ...below(guest, `${indent}${last ? '  ' : paint('dim', '│ ')}`),
      ];
    });
  };
  return nodes.filter(isRoot).flatMap((node) => [lineOf(node, paint), ...below(node, '')]);
};

const lineOf = (node: GraphNode, paint: Paint): string => {
  const { name, type, kind, count, states, requirements } = node;
  const mark = states.length === 0 ? '' : `${markOf(phaseOfAll(states), paint)} `;
  const times = count === 1 ? '' : ` ×${count}`;
  const others = requirements.filter(({ as }) => as !== 'host').map((each) => each.node);
  const needs = others.length === 0 ? '' : `  → ${others.join(', ')}`;
  const state = states.length === 0 ? '' : `  ${sumOf(states, kind)}`;
  return `${mark}${paint('bold', name)}${times}${state}  ${paint('dim', `${type.split('.').at(-1)}${needs}`)}`;
};

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;

/** For Graphviz: `toscanini graph ID --dot | dot -Tsvg`. */
export const dot = ({ nodes }: Graph): string => {
  const boxes = nodes.map(({ name, type, count }) => {
    const label = `${name}${count === 1 ? '' : ` ×${count}`}\n${type.split('.').at(-1)}`;
    return `  ${quoted(name)} [label=${quoted(label).replaceAll('\n', '\\n')}];\n`;
  });
  const arrows = nodes.flatMap(({ name, requirements }) =>
    requirements.map((each) => `  ${quoted(name)} -> ${quoted(each.node)} [label=${quoted(each.name)}];\n`),
  );
  return `digraph {\n  node [shape=box];\n${[...boxes, ...arrows].join('')}}\n`;
};

/** For Mermaid, which pages in Markdown show: the names stand in texts, since its ids allow few characters. */
export const mermaid = ({ nodes }: Graph): string => {
  const ids = new Map(nodes.map(({ name }, at) => [name, `n${at}`]));
  const boxes = nodes.map(({ name, type, count }) => {
    const times = count === 1 ? '' : ` ×${count}`;
    return `  ${ids.get(name)}["${escaped(name)}${times}<br/>${escaped(type.split('.').at(-1) ?? '')}"]\n`;
  });
  const arrows = nodes.flatMap(({ name, requirements }) =>
    requirements.flatMap(({ name: requirement, node }) =>
      ids.has(node) ? [`  ${ids.get(name)} -- "${escaped(requirement)}" --> ${ids.get(node)}\n`] : [],
    ),
  );
  return `flowchart TD\n${[...boxes, ...arrows].join('')}`;
};
