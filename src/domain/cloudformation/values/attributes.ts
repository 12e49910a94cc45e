import { entryOf } from '../../../foundation/entry-of.ts';
import type { Json, Node } from '../../../tosca/topology.ts';

/** A value that nobody can give. Its message follows the name of the place that holds the value. */
export class UnmappedError extends Error {
  override readonly name = 'UnmappedError';
}

/** An attribute of a node without machines, by its path; undefined: there is none. */
export type AttributeOf = (node: Node) => Attributes | undefined;

export interface Attributes {
  /** what may be asked for, for a message */
  readonly names: readonly string[];
  /** a text, a number, a function of CloudFormation, or a list of such */
  read(path: string): Json | undefined;
}

/** Attributes that are all known by name. */
export const attributesIn = (values: { readonly [path: string]: Json }): Attributes => ({
  names: Object.keys(values),
  read: (path) => entryOf(values, path),
});
