/** Lengths, sizes, patterns and values of requests, as AWS's own models give them (limits.json; test/e2e/botocore/model.ts). */

import { isBag, type Json } from '../protocol/json.ts';
import { AwsRefusal } from '../protocol/refusal.ts';
import all from './limits.json' with { type: 'json' };

/** Limits of a shape, and in `in` those of its members by name; `[]`: each item of a list. */
export interface Limits {
  readonly type?: string;
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly in?: { readonly [name: string]: Limits };
}

const table: { readonly [service: string]: { readonly [call: string]: Limits } } = all;

/** AwsRefusal, in the words of AWS but without the value. */
export const checkLimits = (service: string, action: string, params: Json): void => {
  const limits = table[service]?.[action];
  const [first, ...more] = limits === undefined ? [] : brokenIn(limits, params, '');
  if (first === undefined) return;
  const count = more.length === 0 ? '1 validation error' : `${more.length + 1} validation errors`;
  throw new AwsRefusal(codes[service] ?? 'ValidationException', `${count} detected: ${[first, ...more].join('; ')}`);
};

const codes: { readonly [service: string]: string } = {
  ...{ cloudformation: 'ValidationError', sts: 'ValidationError', batch: 'ClientException' },
  logs: 'InvalidParameterException',
};

const brokenIn = (limits: Limits, value: Json, at: string): readonly string[] => {
  if (value === undefined || value === null) return [];
  const own = brokenBy(limits, value).map((rule) => `Value at '${at}' failed to satisfy constraint: ${rule}`);
  const inside = Object.entries(limits.in ?? {}).flatMap(([name, one]) => {
    if (name === '[]')
      return Array.isArray(value) ? value.flatMap((item, index) => brokenIn(one, item, `${at}.${index + 1}`)) : [];
    return isBag(value) ? brokenIn(one, value[name], at === '' ? name : `${at}.${name}`) : [];
  });
  return [...own, ...inside];
};

const brokenBy = (
  { type, min = 0, max = Number.POSITIVE_INFINITY, pattern, enum: values }: Limits,
  value: Json,
): readonly string[] => {
  const size = sizeOf(type, value);
  const unit = isNumber(type) ? 'value' : 'length';
  return [
    ...(size < min ? [`Member must have ${unit} greater than or equal to ${min}`] : []),
    ...(size > max ? [`Member must have ${unit} less than or equal to ${max}`] : []),
    ...(pattern !== undefined && !matches(pattern, String(value))
      ? [`Member must satisfy regular expression pattern: ${pattern}`]
      : []),
    ...(values !== undefined && !values.includes(String(value))
      ? [`Member must satisfy enum value set: [${values.join(', ')}]`]
      : []),
  ];
};

const isNumber = (type: string | undefined): boolean => type === 'integer' || type === 'long';

/** Of a text its characters, of a list or a map its members; a number of the Query protocol is a text. */
const sizeOf = (type: string | undefined, value: Json): number => {
  if (isNumber(type)) return Number(value);
  if (typeof value === 'string') return type === 'list' || type === 'map' ? 0 : [...value].length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
};

/** The patterns are Java's, which names a set twice without harm. */
const matches = (pattern: string, text: string): boolean => new RegExp(`^(?:${pattern})$`, 'u').test(text);
