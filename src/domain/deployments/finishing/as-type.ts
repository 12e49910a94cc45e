import type { Json, Output } from '../../../tosca/topology.ts';
import { parseExactly } from '../../../tosca/values/exact-json.ts';

/**
 * What a provider told as a text, as a value of its type: CloudFormation has only texts for outputs, and so have scripts. A
 * text that is no such value stays a text.
 */
export const asType = (value: Json, type: Output['type']): Json => {
  if (typeof value !== 'string' || type === undefined) return value;
  const read = jsonIn(value.trim());
  return read !== undefined && is[type](read) ? read : value;
};

const is: { readonly [T in NonNullable<Output['type']>]: (read: unknown) => boolean } = {
  integer: (read) => typeof read === 'bigint' || Number.isInteger(read),
  float: (read) => typeof read === 'bigint' || typeof read === 'number',
  boolean: (read) => typeof read === 'boolean',
  list: Array.isArray,
  map: (read) => typeof read === 'object' && read !== null && !Array.isArray(read),
};

const jsonIn = (text: string): Json | undefined => {
  try {
    return parseExactly<Json>(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};
