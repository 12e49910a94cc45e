import { limits } from '../limits.ts';
import { typeCycle, typeParent } from '../problem-kinds.ts';
import type { Primitive } from '../values/primitives.ts';
import { YamlMapping, type YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import type { ScopedFunction, TypeKind, TypeScope } from './scope.ts';

export type Scope = TypeScope<TypeDef>;
export type FunctionDef = ScopedFunction<Scope>;

/** One type as defined, and its place in the hierarchy. Inherited members are worked out when needed. */
export class TypeDef {
  readonly kind: TypeKind;
  readonly name: string;
  readonly node: YamlMapping;
  readonly scope: Scope;
  /** only for built-in scalar and collection types */
  readonly primitive: Primitive | 'list' | 'map' | 'range' | 'scalar' | undefined;
  /** results that other modules work out once per type */
  readonly memo = new Map<symbol, unknown>();
  #chain: readonly TypeDef[] | undefined;
  #ancestry: readonly string[] | undefined;
  #isOpen = false;
  #mayBeMore = false;

  constructor(kind: TypeKind, name: string, node: YamlMapping, scope: Scope, primitive?: TypeDef['primitive']) {
    this.kind = kind;
    this.name = name;
    this.node = node;
    this.scope = scope;
    this.primitive = primitive;
  }

  /** The type and its ancestors, nearest first. A cycle is cut where it closes. */
  get chain(): readonly TypeDef[] {
    if (this.#chain === undefined) {
      this.#chain = chainOf(this);
      this.#isOpen = endsUnknown(this.#chain) || this.#chain.some((type) => type.mayBeMore);
    }
    return this.#chain;
  }

  /** The type derives, directly or not, from an unknown type, so what it inherits is unknown. */
  get isOpen(): boolean {
    return this.chain.length > 0 && this.#isOpen;
  }

  /** A file that cannot be read may add to the type. */
  get mayBeMore(): boolean {
    return this.#mayBeMore;
  }

  /** A copy of the type that may have more members; built-in scalars and collections cannot have more. */
  opened(): TypeDef {
    if (this.primitive !== undefined) return this;
    const copy = new TypeDef(this.kind, this.name, this.node, this.scope);
    copy.#mayBeMore = true;
    return copy;
  }

  get ancestry(): readonly string[] {
    this.#ancestry ??= Object.freeze(this.chain.map(({ name }) => name));
    return this.#ancestry;
  }

  get parent(): TypeDef | undefined {
    return this.chain[1];
  }

  /**
   * Whether the type is, or derives from, the other. 1.x compares names, since one type may be read from several
   * catalogs. 2.0 compares the types themselves, since two profiles may have unrelated types of one name.
   */
  is(other: TypeDef): boolean {
    if (this === other) return true;
    return this.scope.version === '2.0' ? this.chain.includes(other) : this.ancestry.includes(other.name);
  }

  /** Whether the type is, or may be, the other: one with an unknown ancestor may be. */
  mayBe(other: TypeDef): boolean {
    return this.isOpen || this.is(other);
  }
}

/** Bodies of types that are not maps; the grammar has reported them. */
const broken = new WeakSet<YamlMapping>();

/** Stands in for such a body. */
export function brokenMapping(start: number): YamlMapping {
  const made = new YamlMapping(start);
  broken.add(made);
  return made;
}

/** Whether the last type of a chain derives from something that is not in the chain. */
function endsUnknown(chain: readonly TypeDef[]): boolean {
  const [last] = chain.slice(-1);
  if (last === undefined || last.primitive !== undefined) return false;
  const given = derivedFrom(last);
  const name = textOf(given);
  if (broken.has(last.node) || (given !== undefined && given.kind !== 'scalar')) return true;
  return name !== undefined && name !== '' && name !== last.name && last.scope.find(last.kind, name) === undefined;
}

function chainOf(type: TypeDef): readonly TypeDef[] {
  const chain = [type];
  for (let at: TypeDef | undefined = parentOf(type); at !== undefined; at = parentOf(at)) {
    if (chain.includes(at)) {
      const circle = chain.slice(chain.indexOf(at));
      // a cycle is one mistake, so only one of its members reports it
      if (circle.every(({ name }) => type === at && type.name <= name)) reportCircle(type, circle);
      break;
    }
    chain.push(at);
    if (chain.length > limits.ancestry) {
      reportLong(type);
      break;
    }
  }
  return Object.freeze(chain);
}

/** types of chains that are too long, which have been reported */
const long = new WeakSet<TypeDef>();

/** A long chain, or a large circle, is one mistake, however many types are in it. */
function reportLong(type: TypeDef): void {
  const way = new Set([type]);
  // types of the catalog serve other templates too
  const above = (one: TypeDef): TypeDef | undefined => {
    const found = parentOf(one);
    return found?.scope.report === undefined ? undefined : found;
  };
  let at = above(type);
  for (; at !== undefined && !way.has(at) && !long.has(at); at = above(at)) way.add(at);
  const isNew = at === undefined || !long.has(at);
  for (const one of way) long.add(one);
  if (!isNew) return;
  const all = [...way];
  const reason = `${type.name} derives from more than ${limits.ancestry} types, one after another`;
  if (at === undefined) type.scope.report?.at(derivedFrom(type) ?? type.node, typeParent(reason));
  else reportCircle(at, all.slice(all.indexOf(at)));
}

function reportCircle(type: TypeDef, circle: readonly TypeDef[]): void {
  const names = [...circle, type].map(({ name }) => name);
  type.scope.report?.at(derivedFrom(type) ?? type.node, typeCycle(type.kind, names));
}

const derivedFrom = (type: TypeDef): YamlNode | undefined => type.node.get('derived_from');

function parentOf(type: TypeDef): TypeDef | undefined {
  const name = textOf(derivedFrom(type));
  if (name === undefined || name === '') return undefined;
  const found = type.scope.find(type.kind, name);
  // an overlay of a normative type may have the name of the type that it extends
  return found === type ? undefined : found;
}

/** Reports an unknown parent; called once per type, when the document's types are checked. */
export function checkParent(type: TypeDef): void {
  const node = derivedFrom(type);
  const name = textOf(node);
  if (node === undefined || name === undefined || name === '') return;
  if (name === type.name && type.scope.own[type.kind].get(name) === type) {
    type.scope.report?.at(node, typeCycle(type.kind, [name, name]));
  } else if (type.scope.find(type.kind, name) === undefined) {
    type.scope.report?.at(node, type.scope.unknownType(type.kind, name));
  }
}

/** Works out something about a type only once. What is asked for each node needs a `make` that is not a new function each time. */
export function remember<T>(type: TypeDef, key: symbol, make: (type: TypeDef) => T): T {
  const known = type.memo.get(key);
  if (known !== undefined || type.memo.has(key)) return known as T;
  const made = make(type);
  type.memo.set(key, made);
  return made;
}

export const emptyMapping = (): YamlMapping => new YamlMapping(0);
