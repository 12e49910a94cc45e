/** Edits the template in place, as a tree of YAML nodes, so that scalars keep the form that their author wrote. */

import {
  type AliasNode,
  DUMP_SCHEMA,
  eventsToAst,
  jsToAst,
  type MappingNode,
  type Node,
  SCALAR_STYLE,
  type ScalarNode,
} from 'js-yaml';
import { append } from '../append.ts';
import type { Json } from '../topology.ts';
import { parse } from './events.ts';
import { dumpSchema } from './exact-yaml.ts';
import { withoutByteOrderMark } from './source.ts';

const string = 'tag:yaml.org,2002:str';
const mapping = 'tag:yaml.org,2002:map';
const sequence = 'tag:yaml.org,2002:seq';

/** The text's root mapping; undefined when the root is not a mapping. */
export function mappingOf(text: string): MappingNode | undefined {
  const parsed = parse(withoutByteOrderMark(text));
  const contents = eventsToAst([...parsed.events], { source: parsed.text, schema: DUMP_SCHEMA })[0]?.contents;
  return contents?.kind === 'mapping' ? contents : undefined;
}

export function resolved(node: AliasNode, anchors: Map<string, Node>): Node {
  const target = anchors.get(node.anchor);
  return target === undefined ? node : withoutAnchors(structuredClone(target));
}

export function anchoredNodes(root: Node): Map<string, Node> {
  const found = new Map<string, Node>();
  for (const node of nodesBelow(root))
    if (node.kind !== 'alias' && node.anchor !== undefined) found.set(node.anchor, node);
  return found;
}

/** The node itself and all below it, in the order of the text. */
export function nodesBelow(root: Node): readonly Node[] {
  const found: Node[] = [];
  const open: Node[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    found.push(node);
    if (node.kind === 'sequence') append(open, node.items.toReversed());
    if (node.kind === 'mapping') for (const { key, value } of node.items.toReversed()) open.push(value, key);
  }
  return found;
}

export function member(node: MappingNode, name: string): { key: Node; value: Node } | undefined {
  return node.items.findLast(({ key }) => key.kind === 'scalar' && key.value === name);
}

/** The members that are maps, such as definitions by name. */
export const entriesOf = (node: Node | undefined): readonly MappingNode[] =>
  node?.kind === 'mapping' ? node.items.flatMap(({ value }) => (value.kind === 'mapping' ? [value] : [])) : [];

/** Whether YAML reads the node as null. */
export const isNothing = (node: Node | undefined): boolean =>
  node?.kind === 'scalar' && node.tag === 'tag:yaml.org,2002:null';

export function setMember(node: MappingNode, name: string, value: Node): void {
  const present = member(node, name);
  if (present) present.value = value;
  else node.items.push({ key: valueNode(name), value });
}

/** Puts the members of another mapping that this one lacks before its own. */
export function addMissing(node: MappingNode, from: MappingNode): void {
  const own = new Set(node.items.flatMap(({ key }) => (key.kind === 'scalar' ? [key.value] : [])));
  const missing = from.items.filter(({ key }) => key.kind === 'scalar' && !own.has(key.value));
  node.items = [...missing, ...node.items];
}

/** The mapping under `name`, created when missing. The target of an alias is copied first, since others share it. */
export function childMapping(node: MappingNode, name: string, anchors: Map<string, Node>): MappingNode {
  const present = member(node, name);
  const value = present && (present.value.kind === 'alias' ? anchors.get(present.value.anchor) : present.value);
  if (value?.kind === 'mapping' && value === present?.value) return value;
  const fresh: MappingNode = value?.kind === 'mapping' ? copyOf(value) : mappingWith([]);
  setMember(node, name, fresh);
  return fresh;
}

/** A copy for one place of use. */
const copyOf = (node: MappingNode): MappingNode => withoutAnchors(structuredClone(node));

/** The node without its anchors, which aliases elsewhere may need. */
export function withoutAnchors<T extends Node>(node: T): T {
  const open: Node[] = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.kind === 'alias') continue;
    delete next.anchor;
    if (next.kind === 'sequence') append(open, next.items);
    if (next.kind === 'mapping') for (const { key, value } of next.items) open.push(key, value);
  }
  return node;
}

export const listOf = (items: Node[]): Node => ({ kind: 'sequence', tag: sequence, tagged: false, style: 1, items });

export const mappingWith = (items: MappingNode['items']): MappingNode => ({
  kind: 'mapping',
  tag: mapping,
  tagged: false,
  style: 1,
  items,
});

export function valueNode(value: Json): Node {
  const [document] = jsToAst(value, dumpSchema, { noRefs: true });
  return document?.contents ?? { kind: 'scalar', tag: string, tagged: false, style: 2, value: '' };
}

/** Writes a whole number with a point, for a reader to which 2 is no float. */
export function asFloat(node: Node): void {
  if (node.kind === 'scalar' && node.style === SCALAR_STYLE.PLAIN && /^[-+]?\d+$/.test(node.value))
    Object.assign(node, { value: `${node.value}.0`, tag: 'tag:yaml.org,2002:float' });
}

/** A member `<<` takes the members of another mapping, and null is no value. */
const keptTags = new Set([string, 'tag:yaml.org,2002:merge', 'tag:yaml.org,2002:null']);

/** Puts a scalar into quotes if YAML 1.1 reads it as something else than its text. */
export function quote(node: ScalarNode): void {
  if (node.tagged || node.style !== SCALAR_STYLE.PLAIN || keptTags.has(node.tag)) return;
  Object.assign(node, { style: SCALAR_STYLE.SINGLE_QUOTED, tag: string });
}

export function removeMember(node: MappingNode, name: string): void {
  node.items = node.items.filter(({ key }) => key.kind !== 'scalar' || key.value !== name);
}

/** Replaces every alias below by a copy, so that a change in one place stays there. */
export function withoutAliases(node: Node, anchors: Map<string, Node>): void {
  const open: Node[] = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.kind === 'sequence') next.items = next.items.map((item) => followed(item, anchors));
    if (next.kind === 'mapping') for (const item of next.items) item.value = followed(item.value, anchors);
    if (next.kind === 'sequence') append(open, next.items);
    if (next.kind === 'mapping')
      append(
        open,
        next.items.map(({ value }) => value),
      );
  }
}

const followed = (node: Node, anchors: Map<string, Node>): Node =>
  node.kind === 'alias' ? resolved(node, anchors) : node;
