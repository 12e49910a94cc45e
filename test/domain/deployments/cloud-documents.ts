/**
 * What the scripted Infrastructure Manager makes of TOSCA: numbers of VMs by node, and how documents merge
 * (docs/contract/infrastructure-manager-templates.md, "Updates").
 */

import { load } from 'js-yaml';

type Tree = { [key: string]: Tree | Tree[] | string | number | boolean | null };

export const documentOf = (text: string): Tree => load(text) as Tree;

/** Maps by key, lists by index, as the Infrastructure Manager does it. */
export const merged = (before: Tree[string], next: Tree[string] | undefined): Tree[string] => {
  if (next === undefined || next === null) return before;
  if (isMap(before) && isMap(next)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(next)])];
    return Object.fromEntries(keys.map((key) => [key, mergedMember(before[key], next[key])]));
  }
  if (Array.isArray(before) && Array.isArray(next)) {
    const length = Math.max(before.length, next.length);
    return Array.from({ length }, (_, index) => mergedMember(before[index], next[index]) as Tree);
  }
  return next;
};

const mergedMember = (before: Tree[string] | undefined, next: Tree[string] | undefined): Tree[string] =>
  before === undefined ? (next ?? null) : merged(before, next);

const isMap = (value: Tree[string] | undefined): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const at = (tree: Tree[string] | undefined, ...path: readonly string[]): Tree[string] | undefined =>
  path.reduce<Tree[string] | undefined>((below, key) => (isMap(below) ? below[key] : undefined), tree);

const numberIn = (value: Tree[string] | undefined): number | undefined =>
  value === undefined ? undefined : Number.parseFloat(`${value}`);

/** What machines of a node are launched with, and what they can be altered to. */
export const sizeIn = (document: Tree, node: string): Size => {
  const host = at(document, 'topology_template', 'node_templates', node, 'capabilities', 'host', 'properties');
  return { cpus: numberIn(at(host, 'num_cpus')), gigabytes: numberIn(at(host, 'mem_size')) };
};

export interface Size {
  readonly cpus: number | undefined;
  readonly gigabytes: number | undefined;
}

/** Compute node -> how many VMs it wants. A removal list would make it remove the wrong ones: no test may send one. */
export const wantedIn = (document: Tree): ReadonlyMap<string, number> => {
  const nodes = Object.entries((at(document, 'topology_template', 'node_templates') ?? {}) as Tree);
  return new Map(
    nodes.flatMap(([name, node]) => {
      const scalable = at(node, 'capabilities', 'scalable', 'properties');
      if (at(scalable, 'removal_list') !== undefined) throw new Error(`${name} has a removal_list`);
      const count = at(scalable, 'count') ?? at(scalable, 'default_instances') ?? at(scalable, 'min_instances') ?? 1;
      return /Compute$/.test(`${at(node, 'type')}`) ? [[name, Number(count)] as const] : [];
    }),
  );
};
