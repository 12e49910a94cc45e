/**
 * Fields as real clients send them (clients.md 1.5): booleans and integers also as text, and null or an empty form
 * field where a value is optional. Messages follow the name of the field.
 */

import * as z from 'zod';

type JsonSchema = { readonly [keyword: string]: unknown };

/** What may be sent for a field, as JSON Schema: it says more than can be read off a schema that first rewrites its value. */
export const asSent = z.registry<JsonSchema>();

const sentAs = <Schema extends z.ZodType>(schema: Schema, sent: JsonSchema): Schema => {
  asSent.add(schema, sent);
  return schema;
};

/** null, and the empty text of a form that was not filled in, mean that the field is not there. */
export const optional = <Schema extends z.ZodType>(schema: Schema) => {
  const field = z.preprocess((value) => (value === null || value === '' ? undefined : value), schema.optional());
  const sent = asSent.get(schema);
  return sent ? sentAs(field, { anyOf: [...alternatives(sent), { type: 'null' }, { const: '' }] }) : field;
};

const alternatives = (schema: JsonSchema): readonly unknown[] =>
  Array.isArray(schema['anyOf']) ? schema['anyOf'] : [schema];

const largest = 2 ** 31 - 1;

/** Digits as text, perhaps with blanks around them; nine at most, which is below the largest. */
const numerals = { 0: '^ *\\+?[0-9]{1,9} *$', 1: '^ *\\+?(?=0*[1-9])[0-9]{1,9} *$' } as const;

/** A whole number from `least` on, at most what a Java client can send. */
export const wholeNumber = (least: 0 | 1) => {
  const allowed = `must be a whole number from ${least} to ${largest}`;
  const digits = new RegExp(numerals[least]);
  const read = (value: unknown) => (typeof value === 'string' && digits.test(value) ? Number(value) : value);
  return sentAs(z.preprocess(read, z.number(allowed).int(allowed).min(least, allowed).max(largest, allowed)), {
    anyOf: [
      { type: 'integer', minimum: least, maximum: largest },
      { type: 'string', pattern: numerals[least] },
    ],
  });
};

const truths = '^ *([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]) *$';

const truth = (value: unknown): unknown =>
  typeof value === 'string' && new RegExp(truths).test(value) ? value.trim().toLowerCase() === 'true' : value;

export const flag = sentAs(z.preprocess(truth, z.boolean('must be true or false')), {
  anyOf: [{ type: 'boolean' }, { type: 'string', pattern: truths }],
});

/** Characters are counted as JSON Schema does: one that takes two units of UTF-16 is one. */
export const shortText = (most: number) =>
  sentAs(
    z.string('must be a text').refine((text) => text.length <= most || [...text].length <= most, {
      error: `must have at most ${most} characters`,
    }),
    { type: 'string', maxLength: most },
  );

/** A text of a pattern, which both the service and its description go by. */
export const patternText = (pattern: string, rule: string) =>
  sentAs(z.string(rule).regex(new RegExp(pattern), rule), { type: 'string', pattern });

/** A member that may be there and means nothing. */
export const ignored = z
  .unknown()
  .optional()
  .transform(() => undefined);
