import type { MappingNode, Node, ScalarNode } from 'js-yaml';
import { resolveAddress } from '../addresses.ts';
import { definitionsIn, knownAddress, publicAddress } from '../catalog/catalog.ts';
import { addMissing, listOf, mappingWith, member, removeMember, setMember, valueNode } from '../yaml/tree.ts';

/**
 * Writes imports so that the Infrastructure Manager's parser reads them (seen with tosca-parser 2.15.0). It refuses two
 * imports of one name, which an add-on and its parent often have; it takes the keyname `file` for such a name; and it
 * reads only lists. So what is imported twice is written once, and what is more than an address, or the only one of
 * its name, becomes an address. Of two files that define one type it takes the last, and the check the first, so the order is
 * turned round. A file that only this service has becomes part of the template.
 */
export function writeImports(root: MappingNode): void {
  const imports = member(root, 'imports')?.value;
  if (imports?.kind !== 'sequence' && imports?.kind !== 'mapping') return;
  const items = imports.kind === 'sequence' ? imports.items : imports.items.map((item) => mappingWith([item]));
  for (const item of items) writePrefix(item, root);
  const addresses = new Set<string>();
  const names = new Set<string>();
  const written = items.flatMap((item) => {
    const address = addressOf(item, root);
    if (address === undefined) return [item];
    const named = knownAddress(address);
    if (named?.by === 'name') return builtIn(named.file, root, addresses);
    if (addresses.has(address)) return [];
    addresses.add(address);
    return isReadable(item, names) ? [item] : [valueNode(address)];
  });
  if (written.length === 0) removeMember(root, 'imports');
  else setMember(root, 'imports', listOf(written.toReversed()));
}

/** The manager has the types of the standard itself, and fetches those of packages. */
function builtIn(file: string, root: MappingNode, addresses: Set<string>): readonly Node[] {
  const address = publicAddress(file);
  if (address !== undefined) {
    if (addresses.has(address)) return [];
    addresses.add(address);
    return [valueNode(address)];
  }
  if (file.startsWith('tosca-simple-')) return [];
  for (const [section, definitions] of definitionsIn(file)) {
    const made = valueNode(definitions);
    const own = member(root, section)?.value;
    if (own?.kind !== 'mapping') setMember(root, section, made);
    else if (made.kind === 'mapping') addMissing(own, made);
  }
  return [];
}

/**
 * The parser puts a prefix and a dot before the names of an import's types, and then no longer finds those that the types
 * name among themselves. So the import gets no prefix, and neither do the names.
 */
function writePrefix(item: Node, root: MappingNode): void {
  const [only, ...others] = item.kind === 'mapping' ? item.items : [];
  const written = only?.value.kind === 'mapping' && others.length === 0 ? only.value : item;
  const prefix = written.kind === 'mapping' ? member(written, 'namespace_prefix')?.value : undefined;
  if (written.kind !== 'mapping' || prefix?.kind !== 'scalar') return;
  removeMember(written, 'namespace_prefix');
  removeMember(written, 'namespace_uri');
  for (const name of typeNamesIn(root, false))
    if (name.value.startsWith(`${prefix.value}:`)) name.value = name.value.slice(prefix.value.length + 1);
}

const naming = new Set([
  ...['type', 'derived_from', 'node', 'capability', 'relationship', 'entry_schema', 'key_schema'],
  ...['valid_source_types', 'valid_target_types', 'members', 'targets'],
]);

/** Values of templates, where a `type` is no type of TOSCA. */
const values = new Set(['properties', 'attributes', 'inputs', 'outputs', 'metadata']);

/** Texts where only the name of a type can stand. */
export function typeNamesIn(at: Node, isTemplate: boolean): readonly ScalarNode[] {
  if (at.kind === 'sequence') return at.items.flatMap((item) => typeNamesIn(item, isTemplate));
  if (at.kind !== 'mapping') return [];
  return at.items.flatMap(({ key, value }) => {
    const name = key.kind === 'scalar' ? key.value : '';
    if (isTemplate && values.has(name)) return [];
    const named = naming.has(name) ? (value.kind === 'sequence' ? value.items : [value]) : [];
    const below = typeNamesIn(value, isTemplate || name === 'topology_template');
    return [...named.filter((one) => one.kind === 'scalar'), ...below];
  });
}

const keynames = new Set(['file', 'url']);

/** An address, or the first import of a name; notes the name. */
function isReadable(item: Node, names: Set<string>): boolean {
  if (item.kind !== 'mapping') return item.kind === 'scalar';
  const [only, ...others] = item.items;
  if (only?.key.kind !== 'scalar' || others.length > 0 || only.value.kind !== 'scalar') return false;
  const name = only.key.value;
  if (keynames.has(name) || names.has(name)) return false;
  names.add(name);
  return true;
}

/** Undefined: it is no address. */
function addressOf(item: Node, root: MappingNode): string | undefined {
  if (item.kind === 'scalar') return item.value;
  if (item.kind !== 'mapping') return undefined;
  const file = member(item, 'file')?.value ?? member(item, 'url')?.value;
  const [only, ...others] = item.items;
  if (file?.kind !== 'scalar') return only && others.length === 0 ? addressOf(only.value, root) : undefined;
  const repository = member(item, 'repository')?.value;
  return repository === undefined ? file.value : resolveAddress(file.value, folderOf(repository, root));
}

function folderOf(name: Node, root: MappingNode): string | undefined {
  const repositories = member(root, 'repositories')?.value;
  if (name.kind !== 'scalar' || repositories?.kind !== 'mapping') return undefined;
  const repository = member(repositories, name.value)?.value;
  const url = repository?.kind === 'mapping' ? member(repository, 'url')?.value : repository;
  return url?.kind === 'scalar' ? `${url.value.replace(/\/$/, '')}/` : undefined;
}
