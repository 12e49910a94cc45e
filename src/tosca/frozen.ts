import type { Json } from './topology.ts';

/** Freezes a value and everything in it, and returns it. */
export function deepFreeze<T extends Json>(value: T): T {
  if (value === null || typeof value !== 'object' || Object.isFrozen(value)) return value;
  for (const item of Object.values(value)) deepFreeze(item as Json);
  return Object.freeze(value);
}
