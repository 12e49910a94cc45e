/** Values as JSON has them: properties of resources, parameters of calls. */
export type Json = string | number | boolean | null | undefined | readonly Json[] | Bag;
export interface Bag {
  readonly [name: string]: Json;
}

export const isBag = (value: Json): value is Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const listOf = (value: Json): readonly Json[] => (Array.isArray(value) ? value : []);

export const bagsOf = (value: Json): readonly Bag[] => listOf(value).filter(isBag);

export const textsOf = (value: Json): readonly string[] => listOf(value).map((one) => String(one));

export const textOf = (value: Json): string | undefined =>
  value === undefined || value === null || typeof value === 'object' ? undefined : String(value);

/** The same text for the same content, whatever the order of the names. */
const canonical = (value: Json): string =>
  JSON.stringify(value, (_name, one: Json) =>
    isBag(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one,
  ) ?? 'null';

export const same = (a: Json, b: Json): boolean => canonical(a) === canonical(b);
