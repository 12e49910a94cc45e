import type { Budget } from '../budget.ts';
import { limits } from '../limits.ts';
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

/** An import; its names have the prefix here. */
interface Include<T extends Scoped<T>> {
  readonly scope: TypeScope<T>;
  readonly prefix: string;
  /** true: another prefix for the same names, which messages leave out */
  readonly isAlias?: true;
}

interface Seen<T extends Scoped<T>> {
  readonly plain: readonly TypeScope<T>[];
  readonly prefixed: readonly Include<T>[];
}

/** A scope in which a name is looked for, and what the name is there. */
interface Called<T extends Scoped<T>> {
  readonly scope: TypeScope<T>;
  readonly local: string;
  /** prefixes that it has lost */
  readonly depth: number;
}

/** The type names that one document can see: its own, those of its imports, and those of its version. */
export class TypeScope<T extends Scoped<T>> {
  readonly version: Version;
  /** receives the problems of types in this scope; the catalog's own types have none */
  readonly report: Reporter | undefined;
  readonly own: Readonly<Record<TypeKind, Map<string, T>>>;
  readonly includes: Include<T>[] = [];
  #known: Seen<T> | undefined = undefined;
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
  findFunction(name: string): ScopedFunction<TypeScope<T>> | undefined {
    return this.#look(name, (scope, local) => scope.functions.get(local));
  }

  /** Whether a function of this name is, or may be, defined here or imported. */
  mayHaveFunction(name: string): boolean {
    return this.findFunction(name) !== undefined || this.mayBring(name);
  }

  /** Whether a repository of this name is declared here or in an import. */
  hasRepository(name: string): boolean {
    return this.#look(name, (scope, local) => scope.repositories.has(local) || undefined) ?? false;
  }

  #long(kind: TypeKind, name: string, passed: Passed): T | undefined {
    return this.#look(name, (scope, local) => {
      if (scope.isUnread) passed.unread = true;
      return scope.own[kind].get(local);
    });
  }

  /** The scopes whose names this one sees as they are, itself first, and the imports under a prefix in any of them. */
  get #seen(): Seen<T> {
    if (this.#known) return this.#known;
    const plain = new Set<TypeScope<T>>();
    const prefixed: Include<T>[] = [];
    const open: TypeScope<T>[] = [this];
    for (let scope = open.pop(); scope !== undefined; scope = open.pop()) {
      if (plain.has(scope)) continue;
      plain.add(scope);
      for (const include of scope.includes) if (include.prefix !== '') prefixed.push(include);
      for (const include of scope.includes.toReversed()) if (include.prefix === '') open.push(include.scope);
    }
    this.#known = { plain: [...plain], prefixed };
    return this.#known;
  }

  /**
   * The first answer of a scope that this one sees, which gets the name as it is called there: without the prefixes of the
   * imports on the way. Files may import each other under prefixes, so a name may have as many prefixes as imports may be
   * nested.
   */
  #look<R>(name: string, answer: (scope: TypeScope<T>, local: string) => R | undefined): R | undefined {
    const open: Called<T>[] = [{ scope: this, local: name, depth: 0 }];
    let seen: Set<string> | undefined;
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const { scope, local, depth } = at;
      const { plain, prefixed } = scope.#seen;
      for (const one of plain) {
        const found = answer(one, local);
        if (found !== undefined) return found;
      }
      if (prefixed.length === 0 || depth === limits.importDepth) continue;
      seen ??= new Set();
      for (const include of prefixed.toReversed()) {
        if (!local.startsWith(include.prefix)) continue;
        const inner = { scope: include.scope, local: local.slice(include.prefix.length), depth: depth + 1 };
        const mark = `${idOf(inner.scope)} ${inner.local}`;
        if (!seen.has(mark)) open.push(inner);
        seen.add(mark);
      }
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
  mayBring(name: string, kind?: TypeKind): boolean {
    const brings = this.#look(
      name,
      ({ isUnread, own }) => isUnread || (kind !== undefined && isOpen(own[kind])) || undefined,
    );
    // the template sees no other one behind itself
    return brings ?? this.fallback?.mayBring(name, kind) ?? false;
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
        if (include.isAlias || seen.has(mark) || seen.size > 500) continue;
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
