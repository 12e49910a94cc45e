import * as kinds from './problem-kinds.ts';
import { repositoryUnknown } from './problem-kinds.ts';
import type { Report } from './report.ts';
import type { Version } from './versions.ts';
import { YamlMapping, type YamlNode } from './yaml/node.ts';
import { present, textOf } from './yaml/scalar.ts';

/** One entry of `imports`, whatever its notation. */
export interface ImportEntry {
  readonly node: YamlNode;
  /** where the file is; undefined when a profile is named */
  readonly reference: string | undefined;
  readonly profile: string | undefined;
  /** address of the repository the reference is relative to */
  readonly repository: string | undefined;
  /** put before the names it brings, e.g. `ns:`; empty without one */
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
  return [];
}

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
    const [named] = item.entries.values();
    if (named === undefined || item.entries.size !== 1 || this.#version === '2.0') return this.#long(item);
    return named.kind === 'mapping' ? this.#long(named) : this.read(named);
  }

  #isLong(item: YamlMapping): boolean {
    return ['file', 'url', 'profile'].some((key) => item.get(key)?.kind === 'scalar');
  }

  #address(item: YamlNode): ImportEntry[] {
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
    // what it says under another name is one mistake, and told already
    if (reference === undefined && profile === undefined && strange.length > 0) return [];
    if (reference === undefined && profile === undefined)
      return this.#refuse(item, `it names no ${strict ? 'url or profile' : 'file'}`);
    if (reference !== undefined && profile !== undefined)
      return this.#refuse(item, 'it has both url and profile, one is allowed');
    const repository = item.get('repository');
    if (strict && profile !== undefined && repository)
      return this.#refuse(item, 'a profile is known by its name, and comes from no repository');
    if (strict && repository && /^[a-z][a-z0-9+.-]*:\/\//i.test(reference ?? ''))
      return this.#refuse(item, 'a url with a scheme is whole, and comes from no repository');
    const climbs = strict && reference?.startsWith('../') && item.get('repository') === undefined;
    if (climbs) return this.#refuse(item, 'a url that leaves its folder needs a scheme, as in file:../types.yaml');
    const namespace = textOf(item.get(strict ? 'namespace' : 'namespace_prefix'));
    const prefix = namespace === undefined || namespace === '' ? '' : `${namespace}:`;
    return [{ node: item, reference, profile, repository: this.#repository(item), prefix }];
  }

  #repository(item: YamlMapping): string | undefined {
    const node = item.get('repository');
    const name = textOf(node);
    if (node === undefined || name === undefined) return undefined;
    const repositories = this.#root.get('repositories');
    const known = repositories instanceof YamlMapping ? repositories : undefined;
    const found = known?.get(name);
    if (found === undefined) {
      this.#report.at(node, repositoryUnknown(name, known?.entries.keys() ?? []));
      return undefined;
    }
    return textOf(found.kind === 'mapping' ? found.get('url') : found);
  }

  #refuse(item: YamlNode, reason: string): [] {
    this.#report.at(item, kinds.importInvalid(reason));
    return [];
  }
}
