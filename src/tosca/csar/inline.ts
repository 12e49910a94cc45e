import type { MappingNode, Node } from 'js-yaml';
import { resolveAddress } from '../addresses.ts';
import { addMissing, listOf, mappingOf } from '../yaml/tree.ts';
import type { Archive } from './archive.ts';

/**
 * Copies the types of the archive's own files into the template, for a reader that gets only the template. Imports from
 * elsewhere stay. The template's own definitions win.
 */
export function inlineImports(root: MappingNode, archive: Archive): void {
  const seen = new Set([archive.entry]);
  const kept: Node[] = [];
  const open = importsOf(root).map((node) => ({ node, base: archive.entry }));
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const path = pathOf(next.node, next.base, archive);
    if (path === undefined) kept.push(next.node);
    else if (!seen.has(path)) {
      seen.add(path);
      const document = mappingOf(archive.read(path) ?? '');
      if (document === undefined) continue;
      open.push(...importsOf(document).map((node) => ({ node, base: path })));
      mergeTypes(root, document);
    }
  }
  replaceImports(root, kept);
}

const member = (node: MappingNode, name: string): Node | undefined =>
  node.items.find(({ key }) => key.kind === 'scalar' && key.value === name)?.value;

function importsOf(root: MappingNode): readonly Node[] {
  const imports = member(root, 'imports');
  if (imports?.kind === 'sequence') return imports.items;
  return imports?.kind === 'mapping' ? imports.items.map(({ value }) => value) : [];
}

/** The path in the archive that an import names, in any notation; undefined when it is not in the archive. */
function pathOf(node: Node, base: string, archive: Archive): string | undefined {
  const address = addressOf(node);
  const path = address === undefined ? undefined : resolveAddress(address, base);
  return path !== undefined && archive.read(path) !== undefined ? path : undefined;
}

function addressOf(node: Node): string | undefined {
  if (node.kind === 'scalar') return node.value;
  if (node.kind !== 'mapping') return undefined;
  const long = member(node, 'file') ?? member(node, 'url');
  if (long?.kind === 'scalar') return long.value;
  const [only] = node.items;
  return only !== undefined && node.items.length === 1 ? addressOf(only.value) : undefined;
}

function mergeTypes(root: MappingNode, document: MappingNode): void {
  for (const { key, value } of document.items) {
    if (key.kind !== 'scalar' || !key.value.endsWith('_types') || value.kind !== 'mapping') continue;
    const section = member(root, key.value);
    if (section?.kind !== 'mapping') root.items.push({ key, value });
    else addMissing(section, value);
  }
}

function replaceImports(root: MappingNode, kept: Node[]): void {
  const at = root.items.findIndex(({ key }) => key.kind === 'scalar' && key.value === 'imports');
  const item = root.items[at];
  if (item === undefined) return;
  if (kept.length === 0) root.items.splice(at, 1);
  else item.value = listOf(kept);
}
