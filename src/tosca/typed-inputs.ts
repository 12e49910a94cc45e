import type { Json } from './topology.ts';

type Inputs = { readonly [name: string]: Json };

const isMap = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// a name may be that of a member which every object has, such as `constructor`
const entryOf = (map: Inputs, name: string): Json | undefined => (Object.hasOwn(map, name) ? map[name] : undefined);

/**
 * Converts parameters to the types of their inputs: forms send everything as text, so `"3"` for an integer becomes 3,
 * and 1.5 for a string becomes `"1.5"`. `inputs` are those of the topology. A parameter that has no input, or already
 * has its type, stays as it is.
 */
export const typedInputs = (inputs: Inputs, parameters: Inputs): Inputs =>
  Object.fromEntries(Object.entries(parameters).map(([name, given]) => [name, typed(given, entryOf(inputs, name))]));

const typed = (given: Json, read: Json | undefined): Json => {
  if (read === undefined || read === null) return given;
  if (typeof given !== 'object') return typeof read === typeof given ? given : read;
  if (Array.isArray(given) && Array.isArray(read) && given.length === read.length)
    return given.map((item, index) => typed(item as Json, read[index] as Json));
  if (isMap(given) && isMap(read))
    return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, typed(value, entryOf(read, key))]));
  return given;
};
