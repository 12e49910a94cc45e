import type { Budget } from '../budget.ts';
import { isOpen, type Names, opened, together } from '../names.ts';
import { typeUnknown } from '../problem-kinds.ts';
import type { Finding, Reporter } from '../report.ts';
import type { Version } from '../versions.ts';
import type { YamlNode } from '../yaml/node.ts';

export const typeKinds = [
  'data',
  'artifact',
  'capability',
  'interface',
  'relationship',
  'node',
  'group',
  'policy',
] as const;
export type TypeKind = (typeof typeKinds)[number];

/** Prefixes that the Simple Profile's shorthand names leave out (section 5.1.1): `Compute` is tosca.nodes.Compute. */
const shorthand: Readonly<Record<TypeKind, readonly string[]>> = {
  data: ['tosca.datatypes.', 'tosca.datatypes.network.'],
  artifact: ['tosca.artifacts.', 'tosca.artifacts.Implementation.', 'tosca.artifacts.Deployment.'],
  capability: ['tosca.capabilities.', 'tosca.capabilities.network.'],
  interface: ['tosca.interfaces.', 'tosca.interfaces.node.lifecycle.', 'tosca.interfaces.relationship.'],
  relationship: ['tosca.relationships.', 'tosca.relationships.network.'],
  node: ['tosca.nodes.', 'tosca.nodes.network.', 'tosca.nodes.Storage.'],
  group: ['tosca.groups.'],
  policy: ['tosca.policies.'],
};

/** What a scope needs to know of its types; the types know their scope in full (type-def.ts). */
interface Scoped<T> {
  readonly scope: { readonly report: Reporter | undefined };
  /** a copy of the type, for when a file that could not be read may add to it */
  opened(): T;
}

/** Whether the search for a name met a file that could not be read. */
interface Passed {
  unread: boolean;
}

/** Written out for speed: every document has one, and it is read very often. */
const perKind = <T>(): Record<TypeKind, Map<string, T>> => ({
  data: new Map(),
  artifact: new Map(),
  capability: new Map(),
  interface: new Map(),
  relationship: new Map(),
  node: new Map(),
  group: new Map(),
  policy: new Map(),
});

/** A function that a document defines (2.0 section 10.4); its signatures are read when it is called. */
export interface ScopedFunction<S> {
  readonly node: YamlNode;
  readonly scope: S;
}

/** The type names that one document can see: its own, those of its imports, and those of its version. */
export class TypeScope<T extends Scoped<T>> {
  readonly version: Version;
  /** receives the problems of types in this scope; the catalog's own types have none */
  readonly report: Reporter | undefined;
  readonly own: Readonly<Record<TypeKind, Map<string, T>>>;
  readonly includes: { readonly scope: TypeScope<T>; readonly prefix: string }[] = [];
  /** 1.x only: an imported file may use types of the template that imports it */
  fallback: TypeScope<T> | undefined = undefined;
  /** the template's budget; the catalog's own types cost nothing */
  budget: Budget | undefined = undefined;
  /** 2.0: functions that the document defines */
  readonly functions = new Map<string, ScopedFunction<TypeScope<T>>>();
  /** repositories that the document declares */
  readonly repositories = new Set<string>();
  /** true: stands for a file that could not be read, which may define any name */
  readonly isUnread: boolean;
  readonly #found = perKind<T | undefined>();
  readonly #names = new Map<TypeKind, readonly string[]>();

  constructor(version: Version, report: Reporter | undefined, { isUnread = false } = {}) {
    this.version = version;
    this.report = report;
    this.isUnread = isUnread;
    this.own = perKind<T>();
  }

  find(kind: TypeKind, name: string): T | undefined {
    const known = this.#found[kind];
    const before = known.get(name);
    if (before !== undefined || known.has(name)) return before;
    const passed = { unread: false };
    const long = this.#long(kind, name, passed) ?? this.#short(kind, name, passed);
    // files of 1.x may add to normative types, and so may one that could not be read
    const isSaidElsewhere = passed.unread && long?.scope.report === undefined && this.version !== '2.0';
    const found = (isSaidElsewhere ? long?.opened() : long) ?? this.fallback?.find(kind, name);
    known.set(name, found);
    return found;
  }

  /** 2.0: the function of this name, without the `$`, defined here or imported. */
  findFunction(name: string, seen: Set<TypeScope<T>> = new Set()): ScopedFunction<TypeScope<T>> | undefined {
    if (seen.has(this)) return undefined;
    seen.add(this);
    const own = this.functions.get(name);
    if (own) return own;
    for (const { scope, prefix } of this.includes) {
      if (!name.startsWith(prefix)) continue;
      const found = scope.findFunction(name.slice(prefix.length), prefix === '' ? seen : new Set());
      if (found) return found;
    }
    return undefined;
  }

  /** Whether a function of this name is, or may be, defined here or imported. */
  mayHaveFunction(name: string): boolean {
    return this.findFunction(name) !== undefined || this.mayBring(name);
  }

  /** Whether a repository of this name is declared here or in an import. */
  hasRepository(name: string, seen: Set<TypeScope<T>> = new Set()): boolean {
    if (seen.has(this)) return false;
    seen.add(this);
    if (this.repositories.has(name)) return true;
    return this.includes.some(
      ({ scope, prefix }) =>
        name.startsWith(prefix) && scope.hasRepository(name.slice(prefix.length), prefix === '' ? seen : new Set()),
    );
  }

  #long(kind: TypeKind, name: string, passed: Passed): T | undefined {
    return this.#search(kind, name, new Set(), passed);
  }

  #search(kind: TypeKind, name: string, seen: Set<TypeScope<T>>, passed: Passed): T | undefined {
    if (this.isUnread) passed.unread = true;
    if (seen.has(this)) return undefined;
    seen.add(this);
    const own = this.own[kind].get(name);
    if (own) return own;
    for (const { scope, prefix } of this.includes) {
      if (prefix !== '' && !name.startsWith(prefix)) continue;
      // one scope may be included under several prefixes, so each prefix gets its own walk
      const found = scope.#search(kind, name.slice(prefix.length), prefix === '' ? seen : new Set(), passed);
      if (found) return found;
    }
    return undefined;
  }

  #short(kind: TypeKind, name: string, passed: Passed): T | undefined {
    if (this.version === '2.0') return undefined;
    const local = name.startsWith('tosca:') ? name.slice('tosca:'.length) : name;
    for (const prefix of shorthand[kind]) {
      const found = this.#long(kind, prefix + local, passed);
      if (found) return found;
    }
    return local === name ? undefined : this.#long(kind, local, passed);
  }

  /** The finding for an unknown type; silent when a file that could not be read may define the name. */
  unknownType(kinds: TypeKind | readonly TypeKind[], name: string, others: Names = []): Finding {
    const all = typeof kinds === 'string' ? [kinds] : kinds;
    const known = together(others, ...all.map((kind) => () => this.names(kind)));
    return typeUnknown(all.join(' or '), name, all.some((kind) => this.mayBring(name, kind)) ? opened([]) : known);
  }

  /** Whether a name may come from an import that could not be read, or from a section that is not a map. */
  mayBring(name: string, kind?: TypeKind, seen: Set<TypeScope<T>> = new Set()): boolean {
    if (this.isUnread || (kind !== undefined && isOpen(this.own[kind]))) return true;
    if (seen.has(this)) return false;
    seen.add(this);
    const brings = this.includes.some(
      ({ scope, prefix }) =>
        name.startsWith(prefix) && scope.mayBring(name.slice(prefix.length), kind, prefix === '' ? seen : new Set()),
    );
    return brings || (this.fallback?.mayBring(name, kind, seen) ?? false);
  }

  /** Every visible name, for messages. */
  names(kind: TypeKind): readonly string[] {
    const known = this.#names.get(kind) ?? this.#visible(kind);
    this.#names.set(kind, known);
    return known;
  }

  #visible(kind: TypeKind): readonly string[] {
    const names = new Set<string>();
    const open: { scope: TypeScope<T>; prefix: string }[] = [{ scope: this, prefix: '' }];
    const seen = new Set<string>();
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { scope, prefix } = next;
      for (const name of scope.own[kind].keys()) names.add(prefix + name);
      for (const include of scope.includes) {
        const inner = prefix + include.prefix;
        const mark = `${inner} ${idOf(include.scope)}`;
        if (seen.has(mark) || seen.size > 500) continue;
        seen.add(mark);
        open.push({ scope: include.scope, prefix: inner });
      }
    }
    return [...names];
  }
}

const ids = new WeakMap<object, number>();
let nextId = 0;

function idOf(scope: object): number {
  let id = ids.get(scope);
  if (id === undefined) {
    id = nextId++;
    ids.set(scope, id);
  }
  return id;
}
