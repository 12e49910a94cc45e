import type * as z from 'zod';
import { InvalidError } from '../domain/errors.ts';

/** A value by its schema, or one InvalidError with everything that is wrong with it. */
export const parse = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  where: 'query' | 'body',
): z.output<Schema> => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const mistakes = parsed.error.issues.map(({ path, message }) => `${path.join('.') || where} ${message}`);
  throw new InvalidError(`the ${where} is not as it should be: ${mistakes.join('; ')}`);
};
