import { type AliasNode, DUMP_SCHEMA, eventsToAst, jsToAst, type MappingNode, type Node, present } from 'js-yaml';
import { InvalidError } from '../errors.ts';
import type { Json } from './topology.ts';
import { definitionsVersions, shortName } from './versions.ts';
import { parse } from './yaml/events.ts';
import { withoutByteOrderMark } from './yaml/source.ts';

const string = 'tag:yaml.org,2002:str';
const mapping = 'tag:yaml.org,2002:map';

/**
 * The template as the Infrastructure Manager wants it: input values stand in `topology_template.inputs.<name>.default`
 * (it takes no inputs of its own, im-api.md section 7) and `metadata.infra_name` is `name`.
 *
 * The text is edited as a tree of YAML nodes and never as values, so that scalars keep the form in which their author
 * wrote them: the Infrastructure Manager reads YAML 1.1, where `yes` and 'yes' differ. Only comments are lost.
 * Throws InvalidError when the text is no YAML mapping: it has been through processTemplate before.
 */
export function bindTemplate(text: string, bound: { inputs: Readonly<Record<string, Json>>; name: string }): string {
  const parsed = parse(withoutByteOrderMark(text));
  const documents = eventsToAst([...parsed.events], { source: parsed.text, schema: DUMP_SCHEMA });
  const root = documents[0]?.contents;
  if (root?.kind !== 'mapping') throw new InvalidError('the template is not a YAML mapping');
  const anchors = anchoredNodes(root);
  setVersion(root);
  setMember(childMapping(root, 'metadata', anchors), 'infra_name', valueNode(bound.name));
  writeInputs(root, bound.inputs, anchors);
  return present(documents, { schema: DUMP_SCHEMA, lineWidth: -1 });
}

/** It reads 1_0, 1_2 and 1_3 under their short names; 1.2 takes all that 1.1 has. */
function setVersion(root: MappingNode): void {
  const version = member(root, 'tosca_definitions_version')?.value;
  const known = version?.kind === 'scalar' ? definitionsVersions[version.value.replace(/\/$/, '')] : undefined;
  if (known !== undefined) {
    setMember(root, 'tosca_definitions_version', valueNode(shortName(known === '1.1' ? '1.2' : known)));
  }
}

function writeInputs(root: MappingNode, inputs: Readonly<Record<string, Json>>, anchors: Map<string, Node>): void {
  if (member(root, 'topology_template') === undefined) return;
  const topology = childMapping(root, 'topology_template', anchors);
  if (member(topology, 'inputs') === undefined) return;
  const definitions = childMapping(topology, 'inputs', anchors);
  // first, since a definition that others point at is about to change
  for (const item of definitions.items) if (item.value.kind === 'alias') item.value = resolved(item.value, anchors);
  for (const [name, value] of Object.entries(inputs)) {
    if (member(definitions, name) === undefined) continue;
    setMember(childMapping(definitions, name, anchors), 'default', valueNode(value));
  }
}

function resolved(node: AliasNode, anchors: Map<string, Node>): Node {
  const target = anchors.get(node.anchor);
  return target === undefined ? node : withoutAnchors(structuredClone(target));
}

function anchoredNodes(root: Node): Map<string, Node> {
  const found = new Map<string, Node>();
  const open: Node[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind !== 'alias' && node.anchor !== undefined) found.set(node.anchor, node);
    if (node.kind === 'sequence') open.push(...node.items.toReversed());
    if (node.kind === 'mapping') for (const { key, value } of node.items.toReversed()) open.push(value, key);
  }
  return found;
}

function member(node: MappingNode, name: string): { key: Node; value: Node } | undefined {
  return node.items.findLast(({ key }) => key.kind === 'scalar' && key.value === name);
}

function setMember(node: MappingNode, name: string, value: Node): void {
  const present = member(node, name);
  if (present) present.value = value;
  else node.items.push({ key: valueNode(name), value });
}

/** The mapping under `name`, made when there is none; what an alias points at is copied first, since others share it. */
function childMapping(node: MappingNode, name: string, anchors: Map<string, Node>): MappingNode {
  const present = member(node, name);
  const value = present && (present.value.kind === 'alias' ? anchors.get(present.value.anchor) : present.value);
  if (value?.kind === 'mapping' && value === present?.value) return value;
  const fresh: MappingNode =
    value?.kind === 'mapping' ? copyOf(value) : { kind: 'mapping', tag: mapping, tagged: false, style: 1, items: [] };
  setMember(node, name, fresh);
  return fresh;
}

/** A copy for one place of use. */
const copyOf = (node: MappingNode): MappingNode => withoutAnchors(structuredClone(node));

function withoutAnchors<T extends Node>(node: T): T {
  const open: Node[] = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.kind === 'alias') continue;
    delete next.anchor;
    if (next.kind === 'sequence') open.push(...next.items);
    if (next.kind === 'mapping') for (const { key, value } of next.items) open.push(key, value);
  }
  return node;
}

function valueNode(value: Json): Node {
  const [document] = jsToAst(value, DUMP_SCHEMA, { noRefs: true });
  return document?.contents ?? { kind: 'scalar', tag: string, tagged: false, style: 2, value: '' };
}
