import * as kinds from './problem-kinds.ts';
import type { Finding, Report } from './report.ts';
import type { Version } from './versions.ts';
import { YamlMapping, type YamlNode } from './yaml/node.ts';
import { coreValue, present, textOf } from './yaml/scalar.ts';

/** One entry of `imports`, whatever its notation. */
export interface ImportEntry {
  readonly node: YamlNode;
  /** address of the file; undefined for a profile, and for an entry that could not be read and was reported */
  readonly reference: string | undefined;
  readonly profile: string | undefined;
  /** address of the repository that the reference is relative to */
  readonly repository: string | undefined;
  /** put before the names that the import brings, e.g. `ns:`; empty without a namespace */
  readonly prefix: string;
}

/**
 * The import notations of every version: an address; `{file|url, repository, namespace_prefix|namespace, ...}`;
 * `{name: address}`; `{name: {file: ...}}`; `{profile: ...}`. 1.x tools also take a mapping where a list belongs.
 */
export function importEntries(root: YamlMapping, version: Version, report: Report): ImportEntry[] {
  const node = present(root.get('imports'));
  if (node === undefined) return [];
  const reader = new ImportReader(root, version, report);
  if (node.kind === 'sequence') return node.items.flatMap((item) => reader.read(item));
  if (node.kind === 'mapping' && version !== '2.0')
    return [...node.entries.values()].flatMap((item) => reader.read(item));
  report.at(node, kinds.keynameType('a list of imports', node.kind === 'scalar' ? 'a text' : 'a map'));
  return [unreadable(node)];
}

const unreadable = (node: YamlNode, prefix = ''): ImportEntry => ({
  node,
  reference: undefined,
  profile: undefined,
  repository: undefined,
  prefix,
});

const prefixOf = (namespace: string | undefined): string =>
  namespace === undefined || namespace === '' ? '' : `${namespace}:`;

const keynames = {
  simple: ['file', 'url', 'repository', 'namespace_prefix', 'namespace_uri', 'namespace', 'description', 'metadata'],
  strict: ['url', 'profile', 'repository', 'namespace', 'description', 'metadata'],
};

class ImportReader {
  readonly #root: YamlMapping;
  readonly #version: Version;
  readonly #report: Report;

  constructor(root: YamlMapping, version: Version, report: Report) {
    this.#root = root;
    this.#version = version;
    this.#report = report;
  }

  read(item: YamlNode): ImportEntry[] {
    if (item.kind === 'scalar') return this.#address(item);
    if (item.kind === 'sequence') return this.#refuse(item, 'expected an address or a map, found a list');
    if (this.#isLong(item)) return this.#long(item);
    const [[name, named] = []] = item.entries;
    const isNamed = item.entries.size === 1 && name !== undefined && !keynames.simple.includes(name);
    if (named === undefined || !isNamed || this.#version === '2.0') return this.#long(item);
    return named.kind === 'mapping' ? this.#long(named) : this.read(named);
  }

  #isLong(item: YamlMapping): boolean {
    return ['file', 'url', 'profile'].some((key) => item.get(key)?.kind === 'scalar');
  }

  #address(item: YamlNode): ImportEntry[] {
    if (this.#isRefused(item)) return [unreadable(item)];
    const reference = textOf(item);
    if (reference === undefined || reference === '') return this.#refuse(item, 'the address is empty');
    return [{ node: item, reference, profile: undefined, repository: undefined, prefix: '' }];
  }

  #long(item: YamlMapping): ImportEntry[] {
    const strict = this.#version === '2.0';
    const known = strict ? keynames.strict : keynames.simple;
    const strange = [...item.entries].filter(([key]) => !known.includes(key));
    for (const [key, value] of strange) this.#report.atKey(value, kinds.keynameUnknown(key, 'an import', known));
    const reference = textOf(item.get('url') ?? (strict ? undefined : item.get('file')));
    const profile = strict ? textOf(item.get('profile')) : undefined;
    const prefix = prefixOf(textOf(item.get(strict ? 'namespace' : 'namespace_prefix')));
    if (this.#isRefused(item.get('url') ?? item.get('profile'))) return [unreadable(item, prefix)];
    // a misspelled keyname is one mistake, and it is already reported
    if (reference === undefined && profile === undefined && strange.length > 0) return [unreadable(item, prefix)];
    const fault = this.#faultOf(item, reference, profile);
    if (fault !== undefined) return this.#refuse(item, fault, prefix);
    const repository = present(item.get('repository'));
    if (repository === undefined) return [{ node: item, reference, profile, repository, prefix }];
    const place = this.#repository(repository);
    return [
      place === undefined ? unreadable(item, prefix) : { node: item, reference, profile, repository: place, prefix },
    ];
  }

  /** The grammar of 2.0 reports an address that is not a string. */
  #isRefused(node: YamlNode | undefined): boolean {
    if (this.#version !== '2.0' || node?.kind !== 'scalar') return false;
    return typeof coreValue(node) !== 'string' || (node.text === '' && node.parent?.kind === 'mapping');
  }

  #faultOf(item: YamlMapping, reference: string | undefined, profile: string | undefined): string | undefined {
    const strict = this.#version === '2.0';
    const repository = item.get('repository');
    if (reference === undefined && profile === undefined) return `it names no ${strict ? 'url or profile' : 'file'}`;
    if (reference !== undefined && profile !== undefined) return 'it has both url and profile, one is allowed';
    if (!strict) return undefined;
    if (profile !== undefined && repository) return 'a profile has a name and no repository: leave repository out';
    return repository && /^[a-z][a-z0-9+.-]*:\/\//i.test(reference ?? '')
      ? 'a url with a scheme takes no repository: leave repository out'
      : undefined;
  }

  /** The repository's address; undefined when there is none, which is then reported. */
  #repository(node: YamlNode): string | undefined {
    const refuse = (finding: Finding): undefined => void this.#report.at(node, finding);
    const name = textOf(node);
    if (name === undefined) return refuse(kinds.importInvalid('repository takes the name of a repository'));
    const repositories = this.#root.get('repositories');
    const known = repositories instanceof YamlMapping ? repositories.entries : new Map<string, YamlNode>();
    const found = known.get(name);
    if (found === undefined) return refuse(kinds.repositoryUnknown(name, known));
    const address = textOf(found.kind === 'mapping' ? found.get('url') : found);
    return address ?? refuse(kinds.importInvalid(`the repository ${name} has no url`));
  }

  #refuse(item: YamlNode, reason: string, prefix = ''): [ImportEntry] {
    this.#report.at(item, kinds.importInvalid(reason));
    return [unreadable(item, prefix)];
  }
}
