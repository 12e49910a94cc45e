import type * as v from 'valibot';
import { InvalidError } from '../../foundation/errors.ts';
import { examine } from '../../foundation/shape/examine.ts';

/** A value checked by its schema, or one InvalidError that lists every mistake. */
export const parse = <Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  where: 'query' | 'body',
): v.InferOutput<Schema> => {
  const examined = examine(schema, value);
  if (examined.ok) return examined.value;
  const mistakes = examined.mistakes.map(({ path, message }) => `${path.join('.') || where} ${message}`);
  throw new InvalidError(`the ${where} is not valid: ${mistakes.join('; ')}`);
};
