import type { MappingNode, Node, ScalarNode } from 'js-yaml';
import { member, nodesBelow, quote } from '../yaml/tree.ts';

/**
 * Quotes the names that a template gives, and their references, where YAML 1.1 reads something else: an output `no` would
 * be the output `false`, and a node `on` would be `true`. Names that types give keep their form, since the manager
 * reads them in the same way where they are defined and where they are used.
 */
export function quoteNames(root: MappingNode): void {
  const topology = member(root, 'topology_template')?.value;
  if (topology?.kind !== 'mapping') return;
  const keys = sections.flatMap((section) => keysOf(member(topology, section)?.value));
  for (const key of keys) quote(key);
  const names = new Set(keys.map(({ value }) => value));
  for (const node of referencesIn(topology)) if (names.has(node.value)) quote(node);
}

const sections = ['inputs', 'node_templates', 'outputs', 'groups'];

const keysOf = (named: Node | undefined): readonly ScalarNode[] =>
  named?.kind === 'mapping' ? named.items.map(({ key }) => key).filter((key) => key.kind === 'scalar') : [];

/** The function's value, or the first item in it, is a name. */
const functions = new Set(['get_input', 'get_property', 'get_attribute', 'get_operation_output', 'get_artifact']);
/** Members whose value, or each item in it, is a name. */
const lists = new Set(['members', 'targets', 'node']);

const referencesIn = (topology: MappingNode): readonly ScalarNode[] =>
  nodesBelow(topology)
    .flatMap((node) => (node.kind === 'mapping' ? node.items : []))
    .flatMap(({ key, value }) => (key.kind === 'scalar' ? namesUnder(key.value, value) : []))
    .filter((node) => node.kind === 'scalar');

const namesUnder = (key: string, value: Node): readonly Node[] => {
  const items = value.kind === 'sequence' ? value.items : [value];
  if (functions.has(key)) return items.slice(0, 1);
  if (lists.has(key)) return items;
  return key === 'requirements' ? items.flatMap(shortForms) : [];
};

/** `- host: server`; the long form names its node in `node`. */
const shortForms = (requirement: Node): readonly Node[] =>
  requirement.kind === 'mapping' ? requirement.items.map(({ value }) => value) : [];
