import type { Shape } from './shape.ts';
import * as shape from './shape.ts';

/** Where 1.x and 2.0 differ everywhere: how strictly scalars are read, and whether a key may be empty. */
export interface Dialect {
  readonly strict: boolean;
  readonly text: Shape;
  readonly name: Shape;
  readonly boolean: Shape;
  /** a section or member that may be empty in 1.x */
  may(shape: Shape): Shape;
  /** a map whose keys are chosen by the author; in 2.0 each key must be a text */
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
