/** Definitions after reading. They are data only, so that code for values and code for types can both import them. */

import type { Finding } from '../report.ts';
import type { Json } from '../topology.ts';
import type { Bounds } from '../values/constraint-bounds.ts';
import type { Primitive } from '../values/primitives.ts';
import type { YamlMapping, YamlNode, YamlScalar } from '../yaml/node.ts';
import type { Scope, TypeDef } from './type-def.ts';

/** What a value must be: a data type, and what one definition adds to it. */
export interface Schema {
  readonly type: DataType;
  /** schema of a list's items or a map's values; undefined: anything */
  readonly entry: Schema | undefined;
  /** schema of a map's keys */
  readonly key: Schema | undefined;
  readonly constraints: readonly Constraint[];
}

export interface PropertyDef {
  readonly name: string;
  readonly schema: Schema | undefined;
  readonly required: boolean;
  readonly default: YamlNode | undefined;
  /** 2.0: a value that assignments must not change */
  readonly fixed: YamlNode | undefined;
  readonly node: YamlNode;
  readonly scope: Scope;
}

/** A data type with everything it inherits. */
export interface DataType {
  readonly def: TypeDef;
  readonly base: Primitive | 'list' | 'map' | 'range' | 'scalar' | 'complex';
  readonly properties: ReadonlyMap<string, PropertyDef>;
  readonly entry: Schema | undefined;
  readonly key: Schema | undefined;
  readonly constraints: readonly Constraint[];
  /** for a type that derives from `scalar`: its number type and the factors of its units */
  readonly scalar: ScalarType;
}

/** One condition on a value: returns what is wrong, or undefined. */
export interface Constraint {
  check(value: Json): string | undefined;
  /** for a condition that needs other values too (2.0): returns what is wrong, once those are known */
  checkAmong?(value: Json, calls: Calls): string | undefined;
  /** a hint for the author, though nothing is wrong */
  readonly note?: string;
  /** the limits that it sets for values or their lengths (constraint-bounds.ts) */
  readonly bounds?: Bounds;
  /** what it asks for, as data; all together are the condition */
  readonly clauses?: readonly Clause[];
}

/** One condition as data. */
export interface Clause {
  /** an operator of the Simple Profile, e.g. `in_range`; `validation`: a clause of 2.0 that none of them expresses */
  readonly operator: string;
  /** values have the type of what is constrained */
  readonly operand: Json;
}

export interface CapabilityDef {
  readonly name: string;
  readonly type: TypeDef | undefined;
  readonly properties: ReadonlyMap<string, PropertyDef>;
  readonly attributes: ReadonlyMap<string, PropertyDef>;
  /**
   * node types that may require it: from its definition, else from the one that it refines, else from its type;
   * undefined: any
   */
  readonly sources: readonly TypeDef[] | undefined;
  /** relationship types that may end at it, found in the same way */
  readonly relationships: readonly TypeDef[] | undefined;
  /** 1.x: how many relationships may end at it */
  readonly occurrences: CountRange | undefined;
}

/** One place that defines interfaces of a relationship: a type, or the definition of a requirement. */
export interface Layer {
  readonly node: YamlMapping;
  readonly scope: Scope;
}

export interface RequirementDef {
  readonly name: string;
  readonly capability: TypeDef | undefined;
  /** the name as written; in 1.x it may name a capability instead of a type */
  readonly capabilityName: string | undefined;
  readonly node: TypeDef | undefined;
  readonly relationship: TypeDef | undefined;
  readonly relationshipNode: YamlNode | undefined;
  /** 2.0: properties of the relationship's type that the requirement refines */
  readonly relationshipProperties: ReadonlyMap<string, PropertyDef>;
  /** its relationship definitions that say something of interfaces, that of the oldest type first */
  readonly refinements: readonly Layer[];
  readonly count: CountRange | undefined;
  /** conditions on the target, from the type and its parents */
  readonly filters: readonly YamlNode[];
}

export interface CountRange {
  readonly min: number;
  readonly max: number;
}

/** A data type that derives from `scalar` (2.0 section 9.1.2.1): its number type and the factors of its units. */
export interface ScalarType {
  /** type of the number; float by default */
  readonly number: DataType | undefined;
  readonly units: ReadonlyMap<string, number>;
  readonly prefixes: ReadonlyMap<string, number>;
}

/** Turns a function call inside a value into a value. */
export interface Calls {
  /** undefined: the node is not a call */
  evaluate(node: YamlMapping): Called | undefined;
  /** 2.0: a text that begins with `$` is a function without arguments, or escaped; undefined: neither */
  text?(node: YamlScalar): Called | undefined;
  /** 2.0: a key that begins with `$$` is escaped */
  readonly escapes?: boolean;
  /** what is wrong with a map that was probably meant as a call; `isText`: a map cannot be a value here */
  misspelled?(node: YamlMapping, isText: boolean): Finding | undefined;
  /** is told of each scalar that its type (by name), or its place in a call, has given its value */
  scalarRead?(node: YamlScalar, value: Json, type?: string): void;
  /** is told of each scalar that has no type, with the value that YAML gives it */
  untypedRead?(node: YamlScalar, value: Json): void;
  /** is told of each key of a map whose keys are texts */
  keyRead?(map: YamlMapping, key: string, value: YamlNode): void;
  /** is told of each map of one member that its data type has given its value */
  memberRead?(map: YamlMapping, value: { readonly [name: string]: Json }): void;
  /** is told of each call that gives null to a member that has to have a value */
  nullRead?(call: YamlNode): void;
}

/**
 * `given`: a value; `later`: an expression for a value that is not known yet; `nothing`: wrong and reported, or not
 * known yet.
 */
export type Called =
  | {
      readonly is: 'given';
      readonly value: Json;
      readonly misfit?: (wanted: Schema) => Finding | undefined;
      /** why the value is null: a property that the template leaves unset */
      readonly unset?: true;
    }
  | {
      readonly is: 'later';
      readonly value: Json;
      /** where the type of the later value is known: why it does not fit the schema */
      readonly misfit?: (wanted: Schema) => Finding | undefined;
      /** the value after all, if the schema supplies what was missing */
      readonly as?: (wanted: Schema) => Json | undefined;
    }
  | { readonly is: 'nothing' };
