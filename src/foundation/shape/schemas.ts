/**
 * Schemas that several places share where outside data comes in. They are made for JSON: an array is no object, and no
 * number is infinite.
 */

import * as v from 'valibot';
import type { Json } from '../../tosca/topology.ts';
import { expectation, isStray } from './examine.ts';

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The library accepts an array as an object, and a schema without required members would not notice it. */
// @__NO_SIDE_EFFECTS__
const anObject = <T>() => v.custom<T>(isObject, 'expected an object');

/** An object; unknown keys are left out. */
// @__NO_SIDE_EFFECTS__
export const objectOf = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(anObject<v.InferInput<v.ObjectSchema<Entries, undefined>>>(), v.object(entries));

/** An object; unknown keys are refused, and the message names all of them. */
// @__NO_SIDE_EFFECTS__
export const strict = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(
    anObject<v.InferInput<v.StrictObjectSchema<Entries, undefined>>>(),
    v.strictObject(entries, (issue) => (isStray(issue) ? stray(Object.keys(entries), issue) : expectation(issue))),
  );

const stray = (known: readonly string[], { path }: v.StrictObjectIssue): string => {
  const names = Object.keys((path?.[0]?.input ?? {}) as object).filter((key) => !known.includes(key));
  return `unknown ${names.length > 1 ? 'keys' : 'key'} ${names.map((name) => JSON.stringify(name)).join(', ')}`;
};

/** An object with any names. The library's own schema leaves members out that are called `constructor` or `__proto__`. */
// @__NO_SIDE_EFFECTS__
export const recordOf = <const Key extends Names, const Value extends v.GenericSchema<unknown, unknown>>(
  key: Key,
  value: Value,
) => v.pipe(anObject<v.InferInput<Members<Key, Value>>>(), v.rawTransform(members(key, value)));

type Names = v.GenericSchema<string, string>;
type Members<Key extends Names, Value extends v.GenericSchema<unknown, unknown>> = v.RecordSchema<
  Key,
  Value,
  undefined
>;

const members =
  <const Key extends Names, const Value extends v.GenericSchema<unknown, unknown>>(key: Key, value: Value) =>
  ({ dataset, addIssue, config }: v.RawTransformContext<v.InferInput<Members<Key, Value>>>) => {
    const wording = config as v.Config<v.BaseIssue<unknown>>;
    const input: { readonly [name: string]: unknown } = dataset.value;
    const entries = Object.entries(input).map(([name, held]) =>
      (['key', 'value'] as const).map((origin) => {
        const { issues = [], output } =
          origin === 'key' ? v.safeParse(key, name, wording) : v.safeParse(value, held, wording);
        for (const { message, path = [] } of issues)
          addIssue({ message, path: [{ type: 'object', origin, input, key: name, value: held }, ...path] });
        return output;
      }),
    );
    return Object.fromEntries(entries) as v.InferOutput<Members<Key, Value>>;
  };

export const text = v.pipe(v.string(), v.nonEmpty('expected a text that is not empty'));

const finite = v.finite<number, string>('expected a finite number');

export const number = v.pipe(v.number(), finite);

export const wholeNumber = v.pipe(v.number(), v.safeInteger('expected a whole number'));

/** Anything that JavaScript converts to a number: `"0.5"` is 0.5, null is 0. */
export const numeric = v.pipe(v.unknown(), v.toNumber('expected a number'), finite);

/** An absolute URL; blanks around it and line breaks in it are ignored (WHATWG URL, basic URL parser). */
export const address = v.pipe(
  v.string(),
  v.transform((value) => value.trim().replaceAll(/[\t\n\r]/g, '')),
  v.url('expected a URL'),
);

const isJson = (value: unknown): value is Json => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value === 'bigint') return true;
  return typeof value === 'object' && Object.values(value).every(isJson);
};

export const json = v.custom<Json>(isJson, 'expected JSON');

type Path = readonly [string | number, ...(string | number)[]];
export type Refuse = (path: Path, message: string) => void;

/**
 * Checks one part against another. It also runs when a text has a wrong form or a key is unknown, so that as many
 * mistakes as possible are reported at once.
 */
// @__NO_SIDE_EFFECTS__
export const judged = <T>(judge: (value: T, refuse: Refuse) => void) =>
  v.rawCheck<T>(({ dataset, addIssue }) => {
    const isWhole = (dataset.issues ?? []).every((issue) => issue.kind === 'validation' || isStray(issue));
    if (!isWhole) return;
    judge(dataset.value as T, ([first, ...rest], message) => {
      addIssue({ message, path: [step(first), ...rest.map(step)] });
    });
  });

const step = (key: string | number): v.UnknownPathItem => ({
  type: 'unknown',
  origin: 'value',
  input: undefined,
  key,
  value: undefined,
});
