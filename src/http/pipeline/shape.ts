import type * as v from 'valibot';
import type { CreationLimits } from '../../domain/deployments/accepting/creation-limits.ts';
import { readBody } from './body.ts';
import type { Step } from './exchange.ts';
import { keyOf } from './idempotency.ts';
import { parse } from './parse.ts';
import { requireReadable } from './preconditions.ts';
import { type QuerySchema, readQuery } from './query.ts';
import { isRead, type Request } from './request.ts';

/** The schemas of a route's query and body. A route without a body schema ignores the body, as DELETE must. */
export interface Shape<Ports, Query extends QuerySchema, Body extends v.GenericSchema> {
  readonly query?: Query;
  /** a function, since the configuration may decide what a body may hold */
  readonly body?: (ports: Ports) => Body;
  /** no body is an empty object */
  readonly mayLackBody?: boolean;
}

export interface BodyPorts {
  readonly creationLimits?: Pick<CreationLimits, 'bodyBytes'> | undefined;
}

/** Reads query and body by the route's schemas, and checks the headers of a change. InvalidError, TooLargeError */
export const parsed = <Ports extends BodyPorts>(
  { query, body, mayLackBody = false }: Shape<Ports, QuerySchema, v.GenericSchema>,
  ports: Ports,
): Step => {
  const bodySchema = body?.(ports);
  return (exchange) => {
    if (!isRead(exchange.request)) requireReadableHeaders(exchange.request);
    exchange.query = readQuery(query, exchange.request);
    if (bodySchema) {
      const { request } = exchange;
      const isLacking = mayLackBody && (request.body ?? '').trim() === '';
      exchange.body = parse(bodySchema, isLacking ? {} : readBody(request, ports.creationLimits?.bodyBytes), 'body');
    }
  };
};

/** Applies to a dry run too, so that it shows how the real request would be judged. */
const requireReadableHeaders = ({ headers }: Request): void => {
  requireReadable(headers);
  keyOf(headers);
};
