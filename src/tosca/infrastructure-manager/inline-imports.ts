import type { MappingNode, Node, ScalarNode } from 'js-yaml';
import { neighbourOf, resolveAddress } from '../addresses.ts';
import { append } from '../append.ts';
import { knownAddress } from '../catalog/catalog.ts';
import {
  addMissing,
  anchoredNodes,
  listOf,
  mappingWith,
  member,
  nodesBelow,
  removeMember,
  setMember,
  valueNode,
  withoutAliases,
  withoutAnchors,
} from '../yaml/tree.ts';
import { typeNamesIn } from './older-imports.ts';

/** The files that come with a template. */
export interface Files {
  /** path of the template among them; undefined: it has none */
  readonly entry: string | undefined;
  /** by address or path; undefined: the import stays */
  document(address: string): MappingNode | undefined;
}

interface Import {
  readonly node: Node;
  /** the importing file */
  readonly base: string | undefined;
  readonly repositories: Node | undefined;
  /** prefixes of the importing files, each with its colon */
  readonly above: string;
}

/**
 * Copies types and repositories of the files that came with a template into it, for a reader that gets only the template.
 * Imports from elsewhere stay. The template's own definitions win, then the first import's. Types of an import with a prefix
 * keep their own names, and whoever names them does so without the prefix.
 */
export function inlineImports(root: MappingNode, { entry, document }: Files): void {
  const seen = new Set([entry]);
  const prefixes = new Set<string>();
  const kept: Node[] = [];
  const open = importsOf(root, entry, '').toReversed();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const address = addressAmong(next, document);
    const file = address === undefined ? undefined : document(address);
    if (address === undefined || file === undefined) {
      kept.push(next.base === entry ? next.node : fromAnywhere(next, address));
      continue;
    }
    const own = prefixOf(next.node);
    const prefix = next.above + own;
    for (const one of [own, prefix]) if (one !== '') prefixes.add(one).add(one.replaceAll(':', '.'));
    if (seen.has(address)) continue;
    seen.add(address);
    // anchors of two files may have the same names
    withoutAliases(file, anchoredNodes(file));
    withoutAnchors(file);
    append(open, importsOf(file, address, prefix).toReversed());
    mergeDefinitions(root, file, prefix);
  }
  replaceImports(root, kept);
  if (prefixes.size > 0) withoutPrefixes(root, prefixes);
}

function importsOf(file: MappingNode, base: string | undefined, above: string): readonly Import[] {
  const imports = member(file, 'imports')?.value;
  const repositories = member(file, 'repositories')?.value;
  const nodes = imports?.kind === 'mapping' ? imports.items.map(({ value }) => value) : itemsOf(imports);
  return nodes.map((node) => ({ node, base, repositories, above }));
}

const itemsOf = (node: Node | undefined): readonly Node[] => (node?.kind === 'sequence' ? node.items : []);

/** The import's address, or that of the neighbour which was read in its place (phase2-import.ts). */
function addressAmong(one: Import, document: Files['document']): string | undefined {
  const address = resolvedOf(one);
  if (address !== undefined && document(address) !== undefined) return address;
  const neighbour = neighbourOf(writtenIn(one.node).address ?? '', one.base);
  return neighbour !== undefined && document(neighbour) !== undefined ? neighbour : address;
}

/** The import's address, in any notation. */
function resolvedOf({ node, base, repositories }: Import): string | undefined {
  const { address, repository } = writtenIn(node);
  const url = repository === undefined ? undefined : urlOf(repositories, repository);
  const folder = url === undefined ? base : (resolveAddress(`${url.replace(/\/$/, '')}/`, base) ?? url);
  return address === undefined ? undefined : resolveAddress(address, folder);
}

function writtenIn(node: Node): { readonly address: string | undefined; readonly repository?: string | undefined } {
  if (node.kind === 'scalar') return { address: node.value };
  if (node.kind !== 'mapping') return { address: undefined };
  const long = member(node, 'file')?.value ?? member(node, 'url')?.value;
  if (long?.kind === 'scalar') return { address: long.value, repository: textOf(member(node, 'repository')?.value) };
  const [only] = node.items;
  return only !== undefined && node.items.length === 1 ? writtenIn(only.value) : { address: undefined };
}

const textOf = (node: Node | undefined): string | undefined => (node?.kind === 'scalar' ? node.value : undefined);

function urlOf(repositories: Node | undefined, name: string): string | undefined {
  const found = repositories?.kind === 'mapping' ? member(repositories, name)?.value : undefined;
  return textOf(found?.kind === 'mapping' ? member(found, 'url')?.value : found);
}

/** What a file imports, as the template may write it. A built-in file has the same name everywhere. */
function fromAnywhere({ node }: Import, address: string | undefined): Node {
  const written = writtenIn(node).address ?? '';
  const own = valueNode(knownAddress(written)?.by === 'name' ? written : (address ?? written));
  const prefix = prefixOf(node).slice(0, -1);
  if (prefix === '') return own;
  return mappingWith([
    { key: valueNode('file'), value: own },
    { key: valueNode('namespace_prefix'), value: valueNode(prefix) },
  ]);
}

/** `p:` of an import with the prefix `p`, in any notation; empty without one. */
function prefixOf(node: Node): string {
  if (node.kind !== 'mapping') return '';
  const given = textOf((member(node, 'namespace_prefix') ?? member(node, 'namespace'))?.value);
  if (given !== undefined && given !== '') return `${given}:`;
  const [only] = node.items;
  return only !== undefined && node.items.length === 1 ? prefixOf(only.value) : '';
}

function mergeDefinitions(root: MappingNode, file: MappingNode, prefix: string): void {
  if (prefix !== '') tellApart(root, file, prefix);
  for (const { key, value } of file.items) {
    if (key.kind !== 'scalar' || value.kind !== 'mapping' || !isCopied(key.value)) continue;
    const section = member(root, key.value)?.value;
    if (section?.kind === 'mapping') addMissing(section, value);
    else setMember(root, key.value, value);
  }
}

const isCopied = (section: string): boolean => section.endsWith('_types') || section === 'repositories';

/** A type whose name is taken already gets its prefix, also where its own file names it. */
function tellApart(root: MappingNode, file: MappingNode, prefix: string): void {
  const taken = new Set(typesOf(root).map(({ value }) => value));
  const renamed = new Set(typesOf(file).flatMap(({ value }) => (taken.has(value) ? [value] : [])));
  if (renamed.size === 0) return;
  for (const name of [...typesOf(file), ...typeNamesIn(file, false)])
    if (renamed.has(name.value)) name.value = prefix + name.value;
}

const typesOf = (root: MappingNode): readonly ScalarNode[] =>
  root.items.flatMap(({ key, value }) =>
    key.kind === 'scalar' && key.value.endsWith('_types') && value.kind === 'mapping'
      ? value.items.flatMap(({ key: name }) => (name.kind === 'scalar' ? [name] : []))
      : [],
  );

/** Only the imports gave prefixes a meaning. A text is the name of a type if it is one without its prefix. */
function withoutPrefixes(root: MappingNode, prefixes: ReadonlySet<string>): void {
  const types = new Set(typesOf(root).map(({ value }) => value));
  for (const node of nodesBelow(root)) {
    if (node.kind !== 'scalar' || types.has(node.value)) continue;
    for (const prefix of prefixes) {
      const name = node.value.slice(prefix.length);
      if (node.value.startsWith(prefix) && types.has(name)) node.value = name;
    }
  }
}

function replaceImports(root: MappingNode, kept: Node[]): void {
  if (kept.length === 0) removeMember(root, 'imports');
  else setMember(root, 'imports', listOf(kept));
}
