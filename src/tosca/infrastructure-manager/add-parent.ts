import type { MappingNode, Node } from 'js-yaml';
import { append } from '../append.ts';
import { type Place, ruleFor } from '../parent-rules.ts';
import { addMissing, anchoredNodes, listOf, mappingOf, member, setMember, withoutAliases } from '../yaml/tree.ts';

/** Adds to an add-on everything of its parent that it does not define itself. */
export function addParent(root: MappingNode, text: string): void {
  const parent = mappingOf(text);
  if (parent === undefined) return;
  // anchors of two files may have the same names
  for (const each of [root, parent]) withoutAliases(each, anchoredNodes(each));
  addMembers(root, parent, 'template');
}

function addMembers(own: MappingNode, parent: MappingNode, place: Place): void {
  for (const { key, value } of parent.items) if (key.kind === 'scalar') addMember(own, key.value, value, place);
}

function addMember(above: MappingNode, name: string, theirs: Node, place: Place): void {
  const own = member(above, name)?.value;
  const rule = ruleFor(place, name, { own, theirs });
  if (rule === 'theirs') setMember(above, name, theirs);
  if (own === undefined) return;
  if (rule === 'imports') setMember(above, name, listOf([...itemsOf(theirs), ...itemsOf(own)]));
  if (own.kind === 'sequence' && rule === 'items') append(own.items, itemsOf(theirs));
  if (own.kind !== 'mapping' || theirs.kind !== 'mapping') return;
  if (rule === 'sections') addMembers(own, theirs, 'topology');
  if (rule === 'names') addMissing(own, theirs);
}

function itemsOf(node: Node): readonly Node[] {
  if (node.kind === 'sequence') return node.items;
  return node.kind === 'mapping' ? node.items.map(({ value }) => value) : [];
}
