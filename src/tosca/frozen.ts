import type { Json } from './topology.ts';

/** The same value, which nobody can change any more. */
export function deepFreeze<T extends Json>(value: T): T {
  if (value === null || typeof value !== 'object' || Object.isFrozen(value)) return value;
  for (const item of Object.values(value)) deepFreeze(item as Json);
  return Object.freeze(value);
}
