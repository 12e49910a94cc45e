import { entryOf } from '../../foundation/entry-of.ts';
import type { Json } from '../../tosca/topology.ts';
import { scalarUnit } from '../../tosca/values/units.ts';
import type { Values } from './requested.ts';

/** One value that changed; an absent `old` or `new` means that there was, or is, no value. */
export interface Difference {
  /** a path as in Values, extended by the keys of maps */
  readonly path: string;
  readonly old?: Json;
  readonly new?: Json;
}

/** Compares maps key by key, everything else as a whole. Sorted by path. */
export const differences = (before: Values, after: Values): readonly Difference[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .toSorted()
    .flatMap((path) => differing(path, entryOf(before, path), entryOf(after, path)));

const differing = (path: string, before: Json | undefined, after: Json | undefined): readonly Difference[] => {
  if (isSame(path, before, after)) return [];
  if (!isMap(before) || !isMap(after)) {
    return [{ path, ...(before !== undefined && { old: before }), ...(after !== undefined && { new: after }) }];
  }
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) => differing(`${path}.${key}`, entryOf(before, key), entryOf(after, key)));
};

const sizes = /(^|\.)(mem_size|disk_size|size)$/;

/** `1 GB` is `1000 MB`. */
const isSame = (path: string, before: Json | undefined, after: Json | undefined): boolean => {
  if (before === undefined || after === undefined) return (before ?? null) === (after ?? null);
  if (typeof before === 'string' && typeof after === 'string' && sizes.test(path)) {
    const size = scalarUnit(before, 'scalar-unit.size');
    if (size !== undefined && size === scalarUnit(after, 'scalar-unit.size')) return true;
  }
  return isEqual(before, after);
};

export const isEqual = (a: Json | undefined, b: Json | undefined): boolean => {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isEqual(item, b[index]));
  }
  if (!isMap(a) || !isMap(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]));
};

export const isMap = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
