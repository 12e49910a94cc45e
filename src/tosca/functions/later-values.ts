import type { Json } from '../topology.ts';
import { isCall } from './calls.ts';
import { tokenParts } from './token-parts.ts';

/** The value of a call that only a deployer can answer; undefined: it is not known. */
export type Answer = (name: string, argument: readonly Json[]) => Json | undefined;

/** The functions that are worked out around what the deployer answers. */
const around = new Set(['concat', 'join', 'token']);

/** Whether the value is a call that only the deployer can answer. */
export const isQuestion = (value: Json): value is { readonly [name: string]: Json } =>
  isCall(value) && !around.has(Object.keys(value as object)[0] ?? '');

/**
 * The value of an expression after the deployment. Undefined: a part of it is not known, and then neither is the whole;
 * only in a map the member is left out.
 */
export const laterValue = (value: Json, answer: Answer): Json | undefined => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return allOf(value as readonly Json[], answer);
  const entries = Object.entries(value as { readonly [key: string]: Json });
  const [[name, given] = ['', null]] = entries;
  const argument = Array.isArray(given) ? (given as readonly Json[]) : [];
  if (isQuestion(value)) return answer(name, argument);
  if (isCall(value)) return called(name, argument, answer);
  return Object.fromEntries(
    entries.flatMap(([key, one]) => {
      const found = laterValue(one, answer);
      return found === undefined ? [] : [[key, found] as const];
    }),
  );
};

const allOf = (values: readonly Json[], answer: Answer): readonly Json[] | undefined => {
  const found = values.map((one) => laterValue(one, answer));
  const known = found.filter((one) => one !== undefined);
  return known.length === found.length ? known : undefined;
};

const called = (name: string, argument: readonly Json[], answer: Answer): Json | undefined => {
  const [first = null, second = ''] = argument;
  if (name === 'concat') return concatenated(allOf(argument, answer));
  const of = laterValue(first, answer);
  if (of === undefined) return undefined;
  if (name === 'join') return (Array.isArray(of) ? (of as readonly Json[]) : [of]).map(textOf).join(String(second));
  return tokenParts(textOf(of), String(second))[Number(argument[2])];
};

const concatenated = (parts: readonly Json[] | undefined): Json | undefined => {
  if (parts === undefined) return undefined;
  return parts.length > 0 && parts.every(Array.isArray) ? (parts.flat() as Json[]) : parts.map(textOf).join('');
};

/** A list of texts has commas between them; null is an empty text. */
const textOf = (value: Json): string => {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
