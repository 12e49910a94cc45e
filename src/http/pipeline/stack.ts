/** The path of every request: log, refusals, steps, handler, and the answer as the gateway expects it. */

import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type * as v from 'valibot';
import { UnavailableError } from '../../foundation/errors.ts';
import { type Answer, toResult } from './answer.ts';
import { sharingHeaders } from './cors.ts';
import { refusals } from './errors.ts';
import type { Exchange, Step } from './exchange.ts';
import type { RequestIds } from './idempotency.ts';
import { baseUrl, type Links, linksFrom } from './links.ts';
import { type Request, readRequest } from './request.ts';
import { requestLog } from './request-log.ts';
import type { BodyPorts } from './shape.ts';

/** The input of a handler. */
export interface Input<Query extends v.GenericSchema, Body extends v.GenericSchema> {
  readonly path: Request['path'];
  readonly query: v.InferOutput<Query>;
  readonly body: v.InferOutput<Body>;
  readonly headers: Request['headers'];
  readonly links: Links;
  /** ids for what the request makes, if it has an Idempotency-Key */
  readonly ids?: RequestIds;
}

/** What the stack needs from the environment. */
export interface LinkPorts extends BodyPorts {
  /** base of links; undefined: taken from the request */
  readonly publicBaseUrl: string | undefined;
  /** origin of the pages that may call from a browser; undefined: none */
  readonly corsOrigin?: string | undefined;
}

export type LambdaHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** A handler that runs the steps in order, then `run`. */
export const route = (
  { corsOrigin }: LinkPorts,
  steps: readonly Step[],
  run: (exchange: Exchange) => Promise<Answer>,
): LambdaHandler => {
  const shared = sharingHeaders(corsOrigin);
  const handler = async (exchange: Exchange) => {
    for (const step of steps) await step(exchange);
    return toResult(await run(exchange), exchange.request);
  };
  const chain = middy<Exchange, APIGatewayProxyResult>(handler, {
    timeoutEarlyInMillis: 500, // leaves time to answer in our own form before Lambda stops the function
    timeoutEarlyResponse: () => {
      throw new UnavailableError('the request took longer than the service allows; try again');
    },
  }).use([requestLog(), refusals]);
  return async (event, context) => {
    const exchange: Exchange = { request: readRequest(event, context), startedAt: performance.now() };
    const result = await chain(exchange, context ?? {});
    return { ...result, headers: { ...result.headers, ...shared } };
  };
};

export const input = <Query extends v.GenericSchema, Body extends v.GenericSchema>(
  { request, query, body, ids }: Exchange,
  { publicBaseUrl }: LinkPorts,
): Input<Query, Body> => ({
  path: request.path,
  query: query as v.InferOutput<Query>, // `parsed` checked both against these schemas
  body: body as v.InferOutput<Body>,
  headers: request.headers,
  links: linksFrom(baseUrl(publicBaseUrl, request)),
  ...(ids && { ids }),
});
