import { limits } from '../limits.ts';
import { typeCycle, typeParent } from '../problem-kinds.ts';
import type { Primitive } from '../values/primitives.ts';
import { YamlMapping, type YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import type { ScopedFunction, TypeKind, TypeScope } from './scope.ts';

export type Scope = TypeScope<TypeDef>;
export type FunctionDef = ScopedFunction<Scope>;

/** One type as defined, and its place in the hierarchy. What it inherits is worked out when somebody asks. */
export class TypeDef {
  readonly kind: TypeKind;
  readonly name: string;
  readonly node: YamlMapping;
  readonly scope: Scope;
  /** built-in scalar or collection types only */
  readonly primitive: Primitive | 'list' | 'map' | 'range' | 'scalar' | undefined;
  /** what other modules work out once per type */
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

  /** The type and what it derives from, nearest first. A circle is cut where it closes. */
  get chain(): readonly TypeDef[] {
    if (this.#chain === undefined) {
      this.#chain = chainOf(this);
      this.#isOpen = endsUnknown(this.#chain) || this.#chain.some((type) => type.mayBeMore);
    }
    return this.#chain;
  }

  /** It derives, directly or not, from a type that nobody knows: what it inherits cannot be told. */
  get isOpen(): boolean {
    return this.chain.length > 0 && this.#isOpen;
  }

  /** A file that cannot be read may say more of the type. */
  get mayBeMore(): boolean {
    return this.#mayBeMore;
  }

  /** The same type where that is so; a built-in scalar or collection is what it is. */
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
   * Is, or derives from, the other. In 1.x by name, since one type may be read from several catalogs; in 2.0 two profiles
   * may have types of one name that have nothing to do with each other.
   */
  is(other: TypeDef): boolean {
    if (this === other) return true;
    return this.scope.version === '2.0' ? this.chain.includes(other) : this.ancestry.includes(other.name);
  }

  /** Is the other, or derives from a type that nobody knows, which may be. */
  mayBe(other: TypeDef): boolean {
    return this.isOpen || this.is(other);
  }
}

/** Bodies of types that are no maps, which the grammar has reported. */
const broken = new WeakSet<YamlMapping>();

/** In the place of such a body. */
export function brokenMapping(start: number): YamlMapping {
  const made = new YamlMapping(start);
  broken.add(made);
  return made;
}

/** Whether the last of a chain derives from something, and that something is not in it. */
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
      // a circle is one mistake, whoever of its members, or of those that derive from them, is looked at
      if (circle.every(({ name }) => type === at && type.name <= name)) reportCircle(type, circle);
      break;
    }
    chain.push(at);
    if (chain.length > limits.ancestry) {
      const reason = `${type.name} derives from more than ${limits.ancestry} types, one after another`;
      type.scope.report?.at(derivedFrom(type) ?? type.node, typeParent(reason));
      break;
    }
  }
  return Object.freeze(chain);
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
  // an overlay of a normative type may keep the name of what it extends
  return found === type ? undefined : found;
}

/** Reports a parent that nobody knows; once per type, when the document's types are checked. */
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

/** Works out something about a type once. */
export function remember<T>(type: TypeDef, key: symbol, make: () => T): T {
  const known = type.memo.get(key);
  if (known !== undefined || type.memo.has(key)) return known as T;
  const made = make();
  type.memo.set(key, made);
  return made;
}

export const emptyMapping = (): YamlMapping => new YamlMapping(0);
