import type { Json } from './topology.ts';
import { setOwn } from './yaml/scalar.ts';

/** Freezes a value and everything in it, and returns it. */
export function deepFreeze<T extends Json>(value: T): T {
  if (value === null || typeof value !== 'object' || Object.isFrozen(value)) return value;
  for (const item of Object.values(value)) deepFreeze(item as Json);
  return Object.freeze(value);
}

/** An object of these members, frozen with everything in it. */
export const frozenRecord = (entries: (readonly [string, Json])[]): { readonly [name: string]: Json } => {
  const result: Record<string, Json> = {};
  for (const [name, value] of entries) setOwn(result, name, deepFreeze(value));
  return Object.freeze(result);
};
