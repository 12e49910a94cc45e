import { entryOf } from '../../foundation/entry-of.ts';
import type { Json } from '../../tosca/topology.ts';
import { type Difference, isEqual, isMap } from '../changes/differences.ts';

/**
 * The result when the Infrastructure Manager merges a new value into the one it has: maps by key, lists by position, and
 * what is left out stays (docs/contract/infrastructure-manager-templates.md, "Updates").
 */
export const merged = (before: Json | undefined, after: Json | undefined): Json | undefined => {
  if (after === undefined || after === null) return before;
  if (isMap(before) && isMap(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return Object.fromEntries(keys.map((key) => [key, merged(entryOf(before, key), entryOf(after, key)) ?? null]));
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, index) => merged(before[index], after[index]) ?? null);
  }
  return after;
};

/** Whether part of the old value would stay beside the new one. */
export const keepsOldParts = ({ old, new: wanted }: Difference): boolean => !isEqual(merged(old, wanted), wanted);
