import type { Shape } from './shape.ts';
import * as shape from './shape.ts';

/** Where 1.x and 2.0 differ in every corner: how strictly a scalar is read, and whether a key may be left empty. */
export interface Dialect {
  readonly strict: boolean;
  readonly text: Shape;
  readonly name: Shape;
  readonly boolean: Shape;
  /** a section or a member that 1.x lets stand empty */
  may(shape: Shape): Shape;
  /** a map whose keys are the author's names: texts in 2.0, whatever reads as one in 1.x */
  named(item: Shape, what?: string): Shape;
  /** a list of maps with one such key each */
  namedList(item: Shape, what?: string): Shape;
}

export const loose: Dialect = {
  strict: false,
  text: shape.optional(shape.looseText),
  name: shape.optional(shape.looseText),
  boolean: shape.looseBoolean,
  may: shape.optional,
  named: shape.mapOf,
  namedList: shape.namedListOf,
};

export const strict: Dialect = {
  strict: true,
  text: shape.text,
  name: shape.name,
  boolean: shape.boolean,
  may: (inner) => inner,
  named: shape.namedMapOf,
  namedList: (item, what) => shape.namedListOf(item, what, shape.namedMapOf),
};
