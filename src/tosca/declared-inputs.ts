/** The inputs that a template declares, as data for forms and prompts: independent of any grammar and of any given value. */

import type { InputInstance, Service } from './model/service.ts';
import { Report } from './report.ts';
import { secretsOfInput, secretsOfSchema } from './secrets/declared.ts';
import type { Json } from './topology.ts';
import { hasCalls } from './types/defaults.ts';
import type { Clause, DataType, PropertyDef, Schema } from './types/definitions.ts';
import { Coercion } from './values/coerce.ts';
import { unitsOf } from './values/units.ts';
import { textOf, toJson } from './yaml/scalar.ts';

/** What a value must be. */
export interface DeclaredSchema {
  /** as the template names it, e.g. `integer`, `scalar-unit.size`, `tosca.datatypes.network.PortDef` */
  readonly type: string;
  /** the built-in type that `type` is or derives from; `complex`: a map with the given members */
  readonly base: string;
  /** conditions of the definition and of its type; each must hold. Absent: none */
  readonly constraints?: readonly Clause[];
  /** of a list's items or a map's values; absent: anything */
  readonly entry?: DeclaredSchema;
  /** of a map's keys; absent: any text */
  readonly key?: DeclaredSchema;
  /** of a `complex` value; absent: it may have any */
  readonly members?: readonly DeclaredInput[];
  /** of a number with a unit: the units that may follow the number */
  readonly units?: readonly string[];
}

/** An input of a template, or a member of a complex value. */
export interface DeclaredInput extends Partial<DeclaredSchema> {
  readonly name: string;
  readonly description?: string;
  /** false: it may be left out. True with a default: the default is taken */
  readonly required: boolean;
  /** converted to the type; absent: none, or it is wrong or computed */
  readonly default?: Json;
  /** true: the value, or a part of it, is a secret: show no such value */
  readonly secret?: true;
  /** what the template says beside, e.g. how a form shows the input; absent: nothing */
  readonly metadata?: { readonly [name: string]: Json };
}

/** Types may contain themselves. Deeper members are left out. */
const deepest = 4;

/** In the order of the template. */
export const declaredInputs = ({ inputs }: Pick<Service, 'inputs'>): readonly DeclaredInput[] =>
  declaredIn([...inputs.values()].map(({ def }: InputInstance) => def));

/** The same of inputs that have no values yet, such as those of a workflow. */
export const declaredIn = (defs: Iterable<PropertyDef>): readonly DeclaredInput[] =>
  Object.freeze([...defs].map((def) => declared(def, 0)));

const declared = (def: PropertyDef, depth: number): DeclaredInput => {
  const { name, required, schema, node } = def;
  const mapping = node.kind === 'mapping' ? node : undefined;
  const description = textOf(mapping?.get('description'));
  const metadata = mapping?.get('metadata');
  const value = defaultOf(def);
  const isSecret = (depth === 0 ? secretsOfInput(def) : secretsOfSchema(schema)).length > 0;
  return Object.freeze({
    name,
    ...(schema && schemaOf(schema, depth)),
    ...(description !== undefined && { description }),
    required,
    ...(value !== undefined && { default: value }),
    ...(isSecret && { secret: true as const }),
    ...(metadata?.kind === 'mapping' && { metadata: toJson(metadata) as { readonly [name: string]: Json } }),
  });
};

/** Mistakes of a default are reported elsewhere. In 2.0 it may be computed. */
const defaultOf = ({ default: value, schema, scope }: PropertyDef): Json | undefined => {
  const escapes = scope.version === '2.0';
  if (value === undefined || (escapes && hasCalls(value))) return undefined;
  const plain = { escapes, evaluate: () => undefined };
  return new Coercion(new Report(), plain, { keepConstrained: true }).read(value, schema);
};

const schemaOf = ({ type, entry, key, constraints }: Schema, depth: number): DeclaredSchema => {
  const all = [...type.constraints, ...constraints].flatMap(({ clauses = [] }) => clauses);
  const isDeep = depth >= deepest;
  return {
    type: type.def.name,
    base: typeof type.base === 'object' ? type.base.name : type.base,
    ...(all.length > 0 && { constraints: all }),
    ...(entry && !isDeep && { entry: schemaOf(entry, depth + 1) }),
    ...(key && !isDeep && { key: schemaOf(key, depth + 1) }),
    ...(type.base === 'complex' && !isDeep && { members: membersOf(type, depth + 1) }),
    ...unitsOfType(type),
  };
};

const membersOf = ({ properties }: DataType, depth: number): readonly DeclaredInput[] =>
  [...properties.values()].map((def) => declared(def, depth));

const unitsOfType = ({ base, scalar }: DataType): { readonly units?: readonly string[] } => {
  if (base === 'scalar') {
    const names = [...scalar.units.keys()];
    return {
      units: [...names, ...[...scalar.prefixes.keys()].flatMap((prefix) => names.map((unit) => prefix + unit))],
    };
  }
  const units = typeof base === 'object' ? unitsOf(base.name) : [];
  return units.length > 0 ? { units } : {};
};
