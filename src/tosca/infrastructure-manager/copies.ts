import type { MappingNode, Node, SequenceNode } from 'js-yaml';
import { type CopyRule, copyRule, ruleUnder } from '../model/copy-rules.ts';
import { anchoredNodes, member, removeMember, setMember, withoutAliases } from '../yaml/tree.ts';

/** Writes out what node and relationship templates copy from others, in the tree of YAML nodes. */
export function writeCopies(root: MappingNode): void {
  const topology = member(root, 'topology_template')?.value;
  if (topology?.kind !== 'mapping') return;
  // aliases would tie together parts that differ after this
  withoutAliases(root, anchoredNodes(root));
  for (const section of ['node_templates', 'relationship_templates']) {
    const templates = member(topology, section)?.value;
    if (templates?.kind === 'mapping') writeIn(templates);
  }
}

function writeIn(templates: MappingNode): void {
  for (const item of templates.items) {
    const { value } = item;
    const named = value.kind === 'mapping' ? member(value, 'copy')?.value : undefined;
    const source = named?.kind === 'scalar' ? member(templates, named.value)?.value : undefined;
    if (value.kind !== 'mapping' || source?.kind !== 'mapping') continue;
    removeMember(value, 'copy');
    item.value = merged(source, value, copyRule);
  }
}

function merged(copied: MappingNode, own: MappingNode, rule: CopyRule): MappingNode {
  const made = structuredClone(copied);
  for (const { key, value } of own.items) {
    if (key.kind !== 'scalar') continue;
    const before = member(made, key.value)?.value;
    setMember(made, key.value, before ? combined(before, value, ruleUnder(rule, key.value)) : value);
  }
  return made;
}

function combined(copied: Node, own: Node, rule: CopyRule): Node {
  if (rule === 'requirements' && copied.kind === 'sequence' && own.kind === 'sequence')
    return withRequirements(copied, own);
  const isMap = typeof rule === 'object' && copied.kind === 'mapping' && own.kind === 'mapping';
  return isMap ? merged(copied, own, rule) : own;
}

function withRequirements(copied: SequenceNode, own: SequenceNode): SequenceNode {
  const given = new Set(own.items.flatMap(namesOf));
  const kept = copied.items.filter((item) => !namesOf(item).some((name) => given.has(name)));
  return { ...own, items: [...kept, ...own.items] };
}

const namesOf = (node: Node): string[] =>
  node.kind === 'mapping' ? node.items.flatMap(({ key }) => (key.kind === 'scalar' ? [key.value] : [])) : [];
