import type { MappingNode, Node } from 'js-yaml';
import { anchoredNodes, listOf, mappingOf, member, setMember, withoutAliases } from '../yaml/tree.ts';

/** These keys describe the whole template, so the add-on's own values win (addon.ts has the same rules for nodes). */
const isWhole = /^(?:tosca_definitions_version|description|metadata|template_\w+)$/;

/** Adds to an add-on everything of its parent that it does not define itself. */
export function addParent(root: MappingNode, text: string): void {
  const parent = mappingOf(text);
  if (parent === undefined) return;
  // anchors of two files may have the same names
  for (const each of [root, parent]) withoutAliases(each, anchoredNodes(each));
  for (const { key, value } of parent.items) {
    if (key.kind !== 'scalar' || isWhole.test(key.value)) continue;
    const own = member(root, key.value)?.value;
    if (key.value === 'topology_template' && own?.kind === 'mapping' && value.kind === 'mapping')
      addSections(own, value);
    else if (key.value === 'imports') addImports(root, value);
    else addSection(root, key.value, value);
  }
}

function addImports(root: MappingNode, theirs: Node): void {
  const mine = member(root, 'imports')?.value;
  const own = mine ? itemsOf(mine) : [];
  setMember(root, 'imports', own.length === 0 ? theirs : listOf([...itemsOf(theirs), ...own]));
}

/** Tools of 1.x accept a map where a list belongs. */
function itemsOf(node: Node): readonly Node[] {
  if (node.kind === 'sequence') return node.items;
  return node.kind === 'mapping' ? node.items.map(({ value }) => value) : [];
}

function addSections(own: MappingNode, parent: MappingNode): void {
  for (const { key, value } of parent.items)
    if (key.kind === 'scalar' && !isWhole.test(key.value)) addSection(own, key.value, value);
}

function addSection(above: MappingNode, name: string, theirs: Node): void {
  const mine = member(above, name)?.value;
  if (mine?.kind === 'sequence' && theirs.kind === 'sequence') mine.items.push(...theirs.items);
  else if (mine?.kind === 'mapping' && theirs.kind === 'mapping') addByName(mine, theirs);
  else if (mine?.kind !== 'mapping' && mine?.kind !== 'sequence') setMember(above, name, theirs);
}

function addByName(mine: MappingNode, theirs: MappingNode): void {
  mine.items.unshift(
    ...theirs.items.filter(({ key }) => key.kind === 'scalar' && member(mine, key.value) === undefined),
  );
}
