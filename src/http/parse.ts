import type * as v from 'valibot';
import type { CreationLimits } from '../domain/deployments/creation-limits.ts';
import { InvalidError } from '../domain/errors.ts';
import { examine } from '../domain/shape/examine.ts';
import { readBody } from './body.ts';
import type { Middleware } from './exchange.ts';

/** The shapes of a route's query and body. A route without a body schema ignores what is sent, as DELETE must. */
export interface Shape<Ports, Query extends v.GenericSchema, Body extends v.GenericSchema> {
  readonly query?: Query;
  /** a function, since what is allowed in a body may depend on the configuration */
  readonly body?: (ports: Ports) => Body;
}

/** A value by its schema, or one InvalidError with everything that is wrong with it. */
export const parse = <Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  where: 'query' | 'body',
): v.InferOutput<Schema> => {
  const examined = examine(schema, value);
  if (examined.ok) return examined.value;
  const mistakes = examined.mistakes.map(({ path, message }) => `${path.join('.') || where} ${message}`);
  throw new InvalidError(`the ${where} is not as it should be: ${mistakes.join('; ')}`);
};

export interface BodyPorts {
  readonly creationLimits?: Pick<CreationLimits, 'bodyBytes'> | undefined;
}

/** Reads query and body by the route's schemas. InvalidError, TooLargeError */
export const parsed = <Ports extends BodyPorts>(
  { query, body }: Shape<Ports, v.GenericSchema, v.GenericSchema>,
  ports: Ports,
): Middleware => {
  const bodySchema = body?.(ports);
  return {
    before: ({ event }) => {
      if (query) event.query = parse(query, event.request.query, 'query');
      if (bodySchema) event.body = parse(bodySchema, readBody(event.request, ports.creationLimits?.bodyBytes), 'body');
    },
  };
};
