import type { Json } from '../topology.ts';
import type { Schema } from '../types/definitions.ts';
import { scalarRank } from './scalar-type.ts';

/** The order of two values of one type: negative, zero or positive; undefined when the type has no order. */
export function compare(a: Json, b: Json, schema: Schema): number | undefined {
  const left = rankOf(a, schema);
  const right = rankOf(b, schema);
  if (left !== undefined && right !== undefined) return left - right;
  const order = ownOrder(a, b, schema);
  if (order !== undefined) return order;
  if (typeof a === 'string' && typeof b === 'string' && schema.type.base !== 'scalar')
    return a < b ? -1 : Number(a > b);
  return undefined;
}

const ownOrder = (a: Json, b: Json, { type: { base } }: Schema): number | undefined =>
  typeof base === 'object' ? base.compare?.(a, b) : undefined;

export function rankOf(value: Json, schema: Schema): number | undefined {
  const { base } = schema.type;
  if (base === 'scalar') return scalarRank(value, schema.type);
  if (typeof base === 'object') return base.rank?.(value);
  return typeof value === 'number' ? value : undefined;
}

export function sameValue(a: Json, b: Json, schema: Schema): boolean {
  const left = rankOf(a, schema);
  if (left !== undefined) return left === rankOf(b, schema);
  return sameJson(a, b) || ownOrder(a, b, schema) === 0;
}

export function sameJson(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = Object.entries(a);
  const right = b as { readonly [key: string]: Json };
  return (
    left.length === Object.keys(b).length &&
    left.every(([key, value]) => Object.hasOwn(right, key) && sameJson(value, right[key] as Json))
  );
}

/** The number of characters of a text, items of a list, or entries of a map. */
export function sizeOf(value: Json): number | undefined {
  if (typeof value === 'string') return [...value].length;
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined;
}
