import { append } from '../append.ts';
import { type Names, opened, openLike } from '../names.ts';
import { definitionInvalid } from '../problem-kinds.ts';
import { constraintsOf } from '../values/constraints.ts';
import { isCall, type YamlMapping, type YamlNode } from '../yaml/node.ts';
import { present, textOf } from '../yaml/scalar.ts';
import type { Constraint, DataType, PropertyDef, Schema } from './definitions.ts';
import { scalarTypeOf } from './scalar-type.ts';
import type { Scope } from './type-def.ts';
import { remember, type TypeDef } from './type-def.ts';

const dataTypeKey = Symbol('data type');

export function dataType(def: TypeDef): DataType {
  return remember(def, dataTypeKey, () => buildDataType(def));
}

function buildDataType(def: TypeDef): DataType {
  const base: DataType['base'] = def.chain.find(({ primitive }) => primitive !== undefined)?.primitive ?? 'complex';
  // members are worked out on first use: a type may contain itself, and types may nest deeper than the call stack
  const members = once(() => membersOf(def, type));
  const scalar = once(() => scalarTypeOf(def, dataType));
  const type: DataType = {
    def,
    base,
    get properties() {
      return members().properties;
    },
    get entry() {
      return members().entry;
    },
    get key() {
      return members().key;
    },
    get constraints() {
      return members().constraints;
    },
    get scalar() {
      return scalar();
    },
  };
  return type;
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function membersOf(def: TypeDef, self: DataType): Pick<DataType, 'properties' | 'entry' | 'key' | 'constraints'> {
  const properties = openLike(new Map<string, PropertyDef>(), ...brokenSections(def));
  const constraints: Constraint[] = [];
  let entry: Schema | undefined;
  let key: Schema | undefined;
  for (const type of def.chain.toReversed()) {
    for (const [name, property] of propertyDefs(type.node.get('properties'), type.scope))
      properties.set(name, property);
    entry = schemaOf(type.node.get('entry_schema'), type.scope) ?? entry;
    key = schemaOf(type.node.get('key_schema'), type.scope) ?? key;
    // a type with an unknown parent: nobody knows what its conditions apply to
    if (!def.isOpen)
      append(constraints, constraintsOf(type.node, { type: self, entry, key, constraints: [] }, type.scope));
  }
  return { properties, entry, key, constraints };
}

/** A section that is not a map counts as one with unknown members. */
const brokenSections = (def: TypeDef): Names[] =>
  def.chain.some(({ node }) => (present(node.get('properties')) ?? node).kind !== 'mapping') ? [opened([])] : [];

interface Known {
  /** undefined also while it is worked out: a type may contain itself */
  schema: Schema | undefined;
}

/**
 * By scope, then by node, and never the other way round: nodes of a file that is kept outlive the scopes of the requests
 * that read it (yaml/kept-trees.ts), and a scope of the catalog outlives the nodes of a request.
 */
const known = new WeakMap<Scope, WeakMap<YamlNode, Known>>();

/**
 * The schema of a definition: a mapping with `type`, or just a type's name. Undefined when there is none or its type is
 * unknown (which is reported once).
 */
export function schemaOf(node: YamlNode | undefined, scope: Scope): Schema | undefined {
  if (present(node) === undefined || node === undefined || node.kind === 'sequence') return undefined;
  let ofScope = known.get(scope);
  if (ofScope === undefined) {
    ofScope = new WeakMap();
    known.set(scope, ofScope);
  }
  const before = ofScope.get(node);
  if (before) return before.schema;
  const made: Known = { schema: undefined };
  ofScope.set(node, made);
  made.schema = buildSchema(node, scope);
  return made.schema;
}

function buildSchema(node: YamlNode, scope: Scope): Schema | undefined {
  const typeNode = node.kind === 'mapping' ? node.get('type') : node;
  const name = textOf(typeNode);
  if (typeNode === undefined || name === undefined) return undefined;
  const def = scope.find('data', name);
  if (def === undefined) {
    scope.report?.at(typeNode, scope.unknownType('data', name));
    return undefined;
  }
  // nobody knows what values of this type look like
  if (def.isOpen) return undefined;
  const type = dataType(def);
  if (type.base === 'scalar' && def.primitive === 'scalar') {
    scope.report?.at(
      typeNode,
      definitionInvalid('scalar is abstract: define a data type that derives from it, with units'),
    );
  }
  return node.kind === 'mapping' ? fromDefinition(node, type, scope) : new BareSchema(type, undefined, undefined);
}

/** Entry and key come from the definition, else from its type; they are read only when needed. */
class BareSchema implements Schema {
  readonly type: DataType;
  readonly constraints: readonly Constraint[] = [];
  readonly #entry: Schema | undefined;
  readonly #key: Schema | undefined;

  constructor(type: DataType, entry: Schema | undefined, key: Schema | undefined) {
    this.type = type;
    this.#entry = entry;
    this.#key = key;
  }

  get entry(): Schema | undefined {
    return this.#entry ?? this.type.entry;
  }

  get key(): Schema | undefined {
    return this.#key ?? this.type.key;
  }
}

function fromDefinition(node: YamlMapping, type: DataType, scope: Scope): Schema {
  const [entry, key] = [schemaOf(node.get('entry_schema'), scope), schemaOf(node.get('key_schema'), scope)];
  const schema = new BareSchema(type, entry, key);
  checkCollection(node, type.base, scope);
  const constraints = constraintsOf(node, schema, scope);
  return constraints.length === 0 ? schema : constrained(schema, constraints);
}

/** Entries and keys are read only when needed: a type may contain itself. */
class ConstrainedSchema implements Schema {
  readonly type: DataType;
  readonly constraints: readonly Constraint[];
  readonly #schema: Schema;

  constructor(schema: Schema, constraints: readonly Constraint[]) {
    this.type = schema.type;
    this.constraints = constraints;
    this.#schema = schema;
  }

  get entry(): Schema | undefined {
    return this.#schema.entry;
  }

  get key(): Schema | undefined {
    return this.#schema.key;
  }
}

export const constrained = (schema: Schema, constraints: readonly Constraint[]): Schema =>
  new ConstrainedSchema(schema, constraints);

/** 2.0 section 9.3: only lists and maps have entries, only maps have keys, and keys are texts. */
export function checkCollection(
  node: YamlMapping,
  base: DataType['base'],
  scope: Scope,
  { refines = node.get('derived_from') !== undefined } = {},
): void {
  if (scope.version !== '2.0') return;
  const [entry, key] = [node.get('entry_schema'), node.get('key_schema')];
  const refuse = (at: YamlNode, reason: string): void => scope.report?.at(at, definitionInvalid(reason));
  for (const schema of [entry, key]) {
    const bare = schema?.kind === 'mapping' && schema.get('type') === undefined;
    if (bare && !refines) refuse(schema, 'a schema definition needs a type');
  }
  if (entry && base !== 'list' && base !== 'map') refuse(entry, 'entry_schema is for lists and maps');
  if (key && base !== 'map') refuse(key, 'key_schema is for maps');
  const keys = base === 'map' && key ? schemaOf(key, scope)?.type.base : undefined;
  if (key && keys !== undefined && (typeof keys !== 'object' || keys.name !== 'string'))
    refuse(key, 'the keys of a map are texts: the type of key_schema must be string or derive from it');
}

/** A definition without a type keeps its parent's schema, and may narrow it. */
export function refined(parent: Schema | undefined, node: YamlNode | undefined, scope: Scope): Schema | undefined {
  if (parent === undefined || node?.kind !== 'mapping') return parent;
  const entry = schemaOf(node.get('entry_schema'), scope) ?? refined(parent.entry, node.get('entry_schema'), scope);
  const key = schemaOf(node.get('key_schema'), scope) ?? refined(parent.key, node.get('key_schema'), scope);
  const bare = { ...parent, entry, key };
  return { ...bare, constraints: [...parent.constraints, ...constraintsOf(node, bare, scope)] };
}

/** The property, attribute or parameter definitions of one mapping, by name. */
export function propertyDefs(node: YamlNode | undefined, scope: Scope): Map<string, PropertyDef> {
  const found = new Map<string, PropertyDef>();
  if (node?.kind !== 'mapping') return found;
  for (const [name, definition] of node.entries) found.set(name, propertyDef(name, definition, scope));
  return found;
}

export function propertyDef(name: string, node: YamlNode, scope: Scope): PropertyDef {
  // 2.0: a fixed value alone, for a property that is defined elsewhere (section 9.4)
  const short = scope.version === '2.0' && (node.kind !== 'mapping' || isCall(node));
  const member = (key: string): YamlNode | undefined => (node.kind === 'mapping' && !short ? node.get(key) : undefined);
  const schema = short ? undefined : schemaOf(node, scope);
  const fallback = member('default');
  return {
    name,
    schema,
    required: isRequired(member('required')),
    default: present(fallback) ?? (fallback && isNil(schema) ? fallback : undefined),
    fixed: short ? node : member('value'),
    node,
    scope,
  };
}

/** Null is a value of this type of 2.0, and no other (section 9.1.1.6). */
const isNil = (schema: Schema | undefined): boolean => {
  const base = schema?.type.base;
  return typeof base === 'object' && base.name === 'nil';
};

/** `required` is true by default; every spelling of "no" in YAML 1.1 makes it false. */
const isRequired = (node: YamlNode | undefined): boolean => !/^(?:false|no|off|n)$/i.test(textOf(node) ?? 'true');
