import type { MappingNode, Node } from 'js-yaml';
import { resolveAddress } from '../addresses.ts';
import { append } from '../append.ts';
import { addMissing, listOf, mappingOf } from '../yaml/tree.ts';
import type { Archive } from './archive.ts';

/**
 * Copies types and repositories of the archive's own files into the template, for a reader that gets only the template.
 * Imports from elsewhere stay. The template's own definitions win. Types of an import with a prefix keep their own names,
 * and whoever names them does so without the prefix.
 */
export function inlineImports(root: MappingNode, archive: Archive): void {
  const seen = new Set([archive.entry]);
  const prefixes = new Set<string>();
  const kept: Node[] = [];
  const open = importsOf(root).map((node) => ({ node, base: archive.entry, above: '' }));
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const path = pathOf(next.node, next.base, archive);
    if (path === undefined) kept.push(next.node);
    else {
      const own = prefixOf(next.node);
      const prefix = next.above + own;
      for (const one of [own, prefix]) if (one !== '') prefixes.add(one).add(one.replaceAll(':', '.'));
      if (seen.has(path)) continue;
      seen.add(path);
      const document = mappingOf(archive.read(path) ?? '');
      if (document === undefined) continue;
      append(
        open,
        importsOf(document).map((node) => ({ node, base: path, above: prefix })),
      );
      mergeDefinitions(root, document, prefix);
    }
  }
  replaceImports(root, kept);
  if (prefixes.size > 0) withoutPrefixes(root, prefixes);
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

/** `p:` of an import with the prefix `p`, in any notation; empty without one. */
function prefixOf(node: Node): string {
  if (node.kind !== 'mapping') return '';
  const given = member(node, 'namespace_prefix') ?? member(node, 'namespace');
  if (given?.kind === 'scalar' && given.value !== '') return `${given.value}:`;
  const [only] = node.items;
  return only !== undefined && node.items.length === 1 ? prefixOf(only.value) : '';
}

/** A name that is taken already is told apart by its prefix, if it has one. */
function mergeDefinitions(root: MappingNode, document: MappingNode, prefix: string): void {
  for (const { key, value } of document.items) {
    if (key.kind !== 'scalar' || value.kind !== 'mapping') continue;
    if (!key.value.endsWith('_types') && key.value !== 'repositories') continue;
    const section = member(root, key.value);
    if (section?.kind !== 'mapping') root.items.push({ key, value });
    else {
      if (prefix !== '')
        for (const { key: name } of value.items)
          if (name.kind === 'scalar' && member(section, name.value) !== undefined) name.value = prefix + name.value;
      addMissing(section, value);
    }
  }
}

/** Only the imports gave prefixes a meaning. A text is the name of a type if it is one without its prefix. */
function withoutPrefixes(root: MappingNode, prefixes: ReadonlySet<string>): void {
  const types = new Set(
    root.items.flatMap(({ key, value }) =>
      key.kind === 'scalar' && key.value.endsWith('_types') && value.kind === 'mapping'
        ? value.items.flatMap(({ key: name }) => (name.kind === 'scalar' ? [name.value] : []))
        : [],
    ),
  );
  const visit = (node: Node): void => {
    if (node.kind === 'mapping') for (const { value } of node.items) visit(value);
    if (node.kind === 'sequence') for (const item of node.items) visit(item);
    if (node.kind !== 'scalar' || types.has(node.value)) return;
    for (const prefix of prefixes) {
      const name = node.value.slice(prefix.length);
      if (node.value.startsWith(prefix) && types.has(name)) node.value = name;
    }
  };
  visit(root);
}

function replaceImports(root: MappingNode, kept: Node[]): void {
  const at = root.items.findIndex(({ key }) => key.kind === 'scalar' && key.value === 'imports');
  const item = root.items[at];
  if (item === undefined) return;
  if (kept.length === 0) root.items.splice(at, 1);
  else item.value = listOf(kept);
}
