/** What definitions come to once they are read: data only, so that whoever reads values and whoever reads types can both know them. */

import type { Finding } from '../report.ts';
import type { Json } from '../topology.ts';
import type { Bounds } from '../values/constraint-bounds.ts';
import type { Primitive } from '../values/primitives.ts';
import type { YamlMapping, YamlNode, YamlScalar } from '../yaml/node.ts';
import type { Scope, TypeDef } from './type-def.ts';

/** What a value must be: a data type, with what one definition adds to it. */
export interface Schema {
  readonly type: DataType;
  /** of a list's items or a map's values; undefined: anything */
  readonly entry: Schema | undefined;
  /** of a map's keys */
  readonly key: Schema | undefined;
  readonly constraints: readonly Constraint[];
}

export interface PropertyDef {
  readonly name: string;
  readonly schema: Schema | undefined;
  readonly required: boolean;
  readonly default: YamlNode | undefined;
  /** 2.0: a value that assignments may not change */
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
  /** of a type that derives from `scalar`: what its numbers are, and what its units are worth */
  readonly scalar: ScalarType;
}

/** One condition on a value; answers what is wrong with it, or nothing. */
export interface Constraint {
  check(value: Json): string | undefined;
  /** a condition over other values as well (2.0): what is wrong once those are known */
  checkAmong?(value: Json, calls: Calls): string | undefined;
  /** a word to the author, though nothing is wrong */
  readonly note?: string;
  /** what it leaves of values or of their lengths (constraint-bounds.ts) */
  readonly bounds?: Bounds;
}

export interface CapabilityDef {
  readonly name: string;
  readonly type: TypeDef | undefined;
  readonly properties: ReadonlyMap<string, PropertyDef>;
  readonly attributes: ReadonlyMap<string, PropertyDef>;
  /** node types that may require it, as its definition says, else the one it refines, else its type; undefined: any */
  readonly sources: readonly TypeDef[] | undefined;
  /** relationship types that may end at it, likewise */
  readonly relationships: readonly TypeDef[] | undefined;
  /** 1.x: how many relationships may end at it */
  readonly occurrences: CountRange | undefined;
}

export interface RequirementDef {
  readonly name: string;
  readonly capability: TypeDef | undefined;
  /** name as written, which may be a capability's name instead of a type (1.x) */
  readonly capabilityName: string | undefined;
  readonly node: TypeDef | undefined;
  readonly relationship: TypeDef | undefined;
  readonly relationshipNode: YamlNode | undefined;
  /** 2.0: what it says again of the properties of its relationship's type */
  readonly relationshipProperties: ReadonlyMap<string, PropertyDef>;
  readonly count: CountRange | undefined;
  /** conditions on the target: the type's own, and its parents' */
  readonly filters: readonly YamlNode[];
}

export interface CountRange {
  readonly min: number;
  readonly max: number;
}

/** A data type that derives from `scalar` (2.0 section 9.1.2.1): what its numbers are, and what its units are worth. */
export interface ScalarType {
  /** of the number; float unless said otherwise */
  readonly number: DataType | undefined;
  readonly units: ReadonlyMap<string, number>;
  readonly prefixes: ReadonlyMap<string, number>;
}

/** How a call of a function met inside a value becomes a value. */
export interface Calls {
  /** undefined: the node is no call */
  evaluate(node: YamlMapping): Called | undefined;
  /** 2.0: a text that begins with `$` is a function without arguments, or escaped; undefined: it is neither */
  text?(node: YamlScalar): Called | undefined;
  /** 2.0: a key that begins with `$$` is escaped */
  readonly escapes?: boolean;
  /** what is wrong with a map that calls nothing, and was meant to; `isText`: where a map can be no value */
  misspelled?(node: YamlMapping, isText: boolean): Finding | undefined;
}

/** `given`: a value; `later`: the expression stands for it; `nothing`: wrong (and reported), or not known yet. */
export type Called =
  | { readonly is: 'given'; readonly value: Json; readonly misfit?: (wanted: Schema) => Finding | undefined }
  | {
      readonly is: 'later';
      readonly value: Json;
      /** what it is sure to be, where that is known: what is wrong with it as a value of the schema */
      readonly misfit?: (wanted: Schema) => Finding | undefined;
      /** the value after all, where the schema tells what is needed for it */
      readonly as?: (wanted: Schema) => Json | undefined;
    }
  | { readonly is: 'nothing' };
