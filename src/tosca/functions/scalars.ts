import type { Json } from '../topology.ts';
import type { Schema } from '../types/definitions.ts';
import { scalarRank } from '../values/scalar-type.ts';

const form = /^[-+]?(?:\d|\.\d)\S*\s+\S+$/;

/** Whether the value has a unit. Such values allow arithmetic too (2.0 section 10.2.5), once their type is known. */
export const mayBeScalar = (value: Json): boolean => typeof value === 'string' && form.test(value);

const operations: Readonly<Record<string, (values: readonly number[]) => number>> = {
  sum: (values) => values.reduce((total, value) => total + value, 0),
  difference: ([a = 0, b = 0]) => a - b,
  product: (values) => values.reduce((total, value) => total * value, 1),
  quotient: ([a = 0, b = 1]) => a / b,
  remainder: ([a = 0, b = 1]) => a % b,
};

export const isArithmetic = (name: string): boolean => Object.hasOwn(operations, name);

/** Sums and differences need values with units; products, quotients and remainders need one such value, then numbers. */
function suits(name: string, [first, ...others]: readonly Json[]): boolean {
  const alone = name === 'sum' || name === 'difference';
  return typeof first === 'string' && others.every((each) => typeof each === (alone ? 'string' : 'number'));
}

/** The result in the unit with the multiplier 1; undefined when the schema is no scalar type or the values do not fit. */
export function scalarResult(name: string, values: readonly Json[], { type }: Schema): Json | undefined {
  const run = operations[name];
  if (type.base !== 'scalar' || run === undefined) return undefined;
  const { units, prefixes } = type.scalar;
  const [unit] = [...units].find(([, factor]) => factor === 1) ?? [];
  if (unit === undefined || (prefixes.size > 0 && prefixes.get('') !== 1)) return undefined;
  if (!suits(name, values)) return undefined;
  const numbers = values.map((value) => (typeof value === 'number' ? value : scalarRank(value, type)));
  if (!numbers.every((value) => value !== undefined)) return undefined;
  const result = run(numbers);
  return Number.isFinite(result) ? `${result} ${unit}` : undefined;
}
