/**
 * Fields as real clients send them (clients.md 1.5): booleans and integers also as text, and null or an empty form
 * field where a value is optional. Messages follow the name of the field.
 */

import * as z from 'zod';

/** null, and the empty text of a form that was not filled in, mean that the field is not there. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === null || value === '' ? undefined : value), schema.optional());

const largest = 2 ** 31 - 1;

const digits = (value: unknown): unknown =>
  typeof value === 'string' && /^\s*[+-]?\d+\s*$/.test(value) ? Number(value) : value;

/** A whole number from `least` on, at most `most`; default: what a Java client can send. */
export const wholeNumber = (least: number, most: number = largest) => {
  const allowed = `must be a whole number from ${least} to ${most}`;
  return z.preprocess(digits, z.number(allowed).int(allowed).min(least, allowed).max(most, allowed));
};

const truth = (value: unknown): unknown =>
  typeof value === 'string' ? ({ true: true, false: false }[value.trim().toLowerCase()] ?? value) : value;

export const flag = z.preprocess(truth, z.boolean('must be true or false'));

export const shortText = (most: number) => z.string('must be a text').max(most, `must have at most ${most} characters`);
