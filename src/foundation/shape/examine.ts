/**
 * What comes from outside is held against its schema here. A mistake is told by its place and by what is expected there, never by
 * what stands there, which may be a secret. The library's messages quote what they met, and its issues and errors hold the
 * whole of it, as would every log that prints one: so they stay within this file.
 */

import * as v from 'valibot';

export interface Mistake {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export type Examined<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly mistakes: readonly Mistake[] };

/** A value that is not of the shape it must have, where nobody could have been told so: a step's input, a stored record. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError';
  constructor(mistakes: readonly Mistake[]) {
    const told = mistakes.map(({ path, message }) => `${placeOf(path) || 'the whole'}: ${message}`);
    super(`this is not of the agreed shape: ${told.join('; ')}`);
  }
}

/** A value by its schema, or everything that is wrong with it. */
export const examine = <Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): Examined<v.InferOutput<Schema>> => {
  const { success, output, issues } = v.safeParse(schema, value, { message: expectation });
  return success ? { ok: true, value: output } : { ok: false, mistakes: issues.map(mistake) };
};

/** A value by its schema; ShapeError. */
export const conform = <Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> => {
  const examined = examine(schema, value);
  if (examined.ok) return examined.value;
  throw new ShapeError(examined.mistakes);
};

type Issue = v.BaseIssue<unknown>;

/** A key that a strict object does not know; it may be the only thing that is wrong. */
export const isStray = ({ type, expected }: Issue): boolean => type === 'strict_object' && expected === 'never';

/** In place of the library's message, for whatever schema has none of its own. */
export const expectation = ({ expected, path }: Issue): string => {
  if (path?.at(-1)?.origin === 'key') return 'missing';
  return expected === null ? 'wrong' : `expected ${expected}`;
};

/** Stray keys are named in the message, all at once: their place is the object. */
const mistake = (issue: Issue): Mistake => {
  const path = (issue.path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)));
  return { path: isStray(issue) ? path.slice(0, -1) : path, message: issue.message };
};

/** As it would be written in a program: `providers[0].groups`. */
const placeOf = (path: Mistake['path']): string =>
  path
    .map((key) => {
      if (typeof key === 'number') return `[${key}]`;
      return /^[\w$]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
    })
    .join('')
    .replace(/^\./, '');

/** Every mistake and below it where it stands; those nearest to the whole come first. */
export const listed = (mistakes: readonly Mistake[]): string =>
  mistakes
    .toSorted((a, b) => a.path.length - b.path.length)
    .flatMap(({ path, message }) => [`✖ ${message}`, ...(path.length > 0 ? [`  → at ${placeOf(path)}`] : [])])
    .join('\n');
