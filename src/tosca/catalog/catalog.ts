import type { Json } from '../topology.ts';
import { builtinTypes } from '../types/builtin.ts';
import { TypeScope, typeKinds } from '../types/scope.ts';
import type { Scope } from '../types/type-def.ts';
import { TypeDef } from '../types/type-def.ts';
import type { Version } from '../versions.ts';
import { fromJson } from '../yaml/from-json.ts';
import { YamlMapping } from '../yaml/node.ts';
import catalog from './catalog.json' with { type: 'json' };

type File = { readonly [section: string]: Json };

const files = catalog.files as unknown as Readonly<Record<string, File>>;

/** The catalog's file for an import address, and how the address was recognised. */
export interface KnownAddress {
  readonly file: string;
  readonly by: 'name' | 'address' | 'pattern';
  /** the address that it is a copy of; absent: the same one */
  readonly instead?: string;
}

/** An exact address comes before a pattern; a file's own name works when the template has no file of that name. */
export function knownAddress(address: string): KnownAddress | undefined {
  if (Object.hasOwn(files, address)) return { file: address, by: 'name' };
  const secure = address.replace(/^http:/, 'https:');
  addresses ??= catalog.addresses.map((each) => ({ ...each, patterns: each.patterns.map(wholly) }));
  const exact = addresses.find((each) => each.addresses.includes(secure));
  if (exact) return { file: exact.file, by: 'address' };
  const like = addresses.find(({ patterns }) => patterns.some((pattern) => pattern.test(secure)));
  const [instead] = like?.addresses ?? [];
  return like && { file: like.file, by: 'pattern', ...(instead !== undefined && { instead }) };
}

const wholly = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);

/** The catalog's file for an import address; undefined when the catalog does not have it. */
export const catalogFile = (address: string): string | undefined => knownAddress(address)?.file;

/** The https address that a file is a copy of; undefined: it is this service's own, or the standard's. */
export const publicAddress = (file: string): string | undefined =>
  catalog.addresses.find((each) => each.file === file)?.addresses.find((address) => address.startsWith('https:'));

/** What a file defines, by section, such as `node_types`; empty when the catalog does not have it. */
export const definitionsIn = (file: string): readonly (readonly [section: string, definitions: Json])[] =>
  Object.entries(files[file] ?? {}).filter(([section]) => section.endsWith('_types'));

/** The catalog's file for a profile of TOSCA 2.0; undefined when the catalog does not have it. */
export const catalogProfile = (name: string): string | undefined =>
  Object.keys(files).find((file) => files[file]?.['profile'] === name);

export const catalogProfiles = (): string[] =>
  Object.values(files).flatMap(({ profile }) => (typeof profile === 'string' ? [profile] : []));

let addresses: { file: string; addresses: readonly string[]; patterns: readonly RegExp[] }[] | undefined;

const roots = new Map<string, YamlMapping>();

function rootOf(file: string): YamlMapping {
  const known = roots.get(file);
  if (known) return known;
  const made = fromJson(files[file] ?? null);
  const root = made instanceof YamlMapping ? made : new YamlMapping(0);
  roots.set(file, root);
  return root;
}

const scopes = new Map<string, Scope>();

/**
 * The types of a catalog file together with the normative types of the template's version, as one flat set of names: a
 * later version may define more of a type than an earlier one. Built once per process for each pair that is used.
 */
export function catalogScope(file: string | undefined, version: Version): Scope {
  const key = `${version} ${file ?? ''}`;
  const known = scopes.get(key);
  if (known) return known;
  const scope = new TypeScope<TypeDef>(version, undefined);
  for (const name of chainOf(file, version)) define(scope, rootOf(name));
  scope.includes.push({ scope: builtinTypes(version), prefix: '' });
  scopes.set(key, scope);
  return scope;
}

/** The files in reading order: an imported file comes before the file that imports it. */
function chainOf(file: string | undefined, version: Version): string[] {
  const found: string[] = [];
  const visit = (name: string): void => {
    if (found.includes(name) || !Object.hasOwn(files, name)) return;
    const imports = files[name]?.['imports'];
    if (Array.isArray(imports)) for (const each of imports) if (typeof each === 'string') visit(each);
    found.push(name);
  };
  if (version !== '2.0') visit(`tosca-simple-${version}.yaml`);
  if (file !== undefined) visit(file);
  return found;
}

function define(scope: Scope, root: YamlMapping): void {
  for (const kind of typeKinds) {
    const types = root.get(`${kind}_types`);
    if (types?.kind !== 'mapping') continue;
    for (const [name, node] of types.entries) {
      const mapping = node instanceof YamlMapping ? node : new YamlMapping(0);
      scope.own[kind].set(name, new TypeDef(kind, name, mapping, scope));
    }
  }
}

export const catalogFiles = (): string[] => Object.keys(files);
