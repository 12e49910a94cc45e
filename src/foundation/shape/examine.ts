/**
 * Checks outside data by schema. A mistake names its place and what is expected there, never the value, which may be a
 * secret. The library's messages quote the value, and its issues and errors hold all of it, so a log that prints one
 * would too: they stay within this file.
 */

import * as v from 'valibot';

export interface Mistake {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export type Examined<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly mistakes: readonly Mistake[] };

/** A value with a wrong shape that no client sent: a step's input, or a stored record. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError';
  constructor(mistakes: readonly Mistake[]) {
    const described = mistakes.map(({ path, message }) => `${placeOf(path) || 'the whole'}: ${message}`);
    super(`the value has an unexpected shape: ${described.join('; ')}`);
  }
}

/** The value if it fits its schema, else everything that is wrong with it. */
export const examine = <Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): Examined<v.InferOutput<Schema>> => {
  const { success, output, issues } = v.safeParse(schema, value, { message: expectation });
  return success ? { ok: true, value: output } : { ok: false, mistakes: issues.map(mistake) };
};

/** The value if it fits its schema, else ShapeError. */
export const conform = <Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> => {
  const examined = examine(schema, value);
  if (examined.ok) return examined.value;
  throw new ShapeError(examined.mistakes);
};

type Issue = v.BaseIssue<unknown>;

/** Whether the issue is a key that a strict object does not know; it may be the only mistake. */
export const isStray = ({ type, expected }: Issue): boolean => type === 'strict_object' && expected === 'never';

/** Replaces the library's message, for schemas without one of their own. */
export const expectation = ({ expected, path }: Issue): string => {
  if (path?.at(-1)?.origin === 'key') return 'missing';
  return expected === null ? 'wrong' : `expected ${expected}`;
};

/** The message names all unknown keys at once, so the place is the object. */
const mistake = (issue: Issue): Mistake => {
  const path = (issue.path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)));
  return { path: isStray(issue) ? path.slice(0, -1) : path, message: issue.message };
};

/** A path as code would write it: `providers[0].groups`. */
const placeOf = (path: Mistake['path']): string =>
  path
    .map((key) => {
      if (typeof key === 'number') return `[${key}]`;
      return /^[\w$]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
    })
    .join('')
    .replace(/^\./, '');

/** Every mistake with its place below it; the shortest paths come first. */
export const listed = (mistakes: readonly Mistake[]): string =>
  mistakes
    .toSorted((a, b) => a.path.length - b.path.length)
    .flatMap(({ path, message }) => [`✖ ${message}`, ...(path.length > 0 ? [`  → at ${placeOf(path)}`] : [])])
    .join('\n');
