import type { Json } from '../topology.ts';

/** Its playbooks hold nothing as the text None: in a list it is an empty text, and in a map no member. A value that is null stays. */
export function withoutNulls(value: Json): Json {
  if (value === null || typeof value !== 'object' || !holdsNull(value)) return value;
  if (Array.isArray(value)) return value.map((one: Json) => (one === null ? '' : withoutNulls(one)));
  return membersWithoutNulls(value as { readonly [name: string]: Json });
}

export const membersWithoutNulls = (values: { readonly [name: string]: Json }): { readonly [name: string]: Json } =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, one]) => (one === null ? [] : [[name, withoutNulls(one)]])),
  );

/** Hardly any value does, and most need no copy. */
export const holdsNull = (value: object): boolean => JSON.stringify(value).includes('null');
