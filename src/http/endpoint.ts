/**
 * The stack of every route: log, errors, caller (401), deployment (404, 403), parse (400), handler (409).
 * In this order since that is the order of checks in design section 3.
 */

import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type * as v from 'valibot';
import type { Caller } from '../domain/callers.ts';
import type { Right } from '../domain/deployments/access.ts';
import type { Deployment } from '../domain/deployments/deployment.ts';
import { UnavailableError } from '../domain/errors.ts';
import { type Answer, toResult } from './answer.ts';
import { type CallerPorts, type DeploymentPorts, identified, known, permitted } from './caller.ts';
import { refusals } from './errors.ts';
import type { Exchange, Middleware } from './exchange.ts';
import { baseUrl, type Links, linksFrom } from './links.ts';
import { type BodyPorts, parsed, type Shape } from './parse.ts';
import { type Request, readRequest } from './request.ts';
import { requestLog } from './request-log.ts';

/** What a handler is given. */
export interface Input<Query extends v.GenericSchema, Body extends v.GenericSchema> {
  readonly path: Request['path'];
  readonly query: v.InferOutput<Query>;
  readonly body: v.InferOutput<Body>;
  readonly headers: Request['headers'];
  readonly links: Links;
}

/** What the stack itself needs of the environment. */
export interface LinkPorts extends BodyPorts {
  /** base of links; undefined: from the request */
  readonly publicBaseUrl: string | undefined;
}

type LambdaHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

type Build<Ports, In> = (ports: Ports) => (input: In) => Promise<Answer>;

/** A route that is called without a token; one that is sent is not looked at. */
export const publicEndpoint =
  <Ports, Query extends v.GenericSchema = v.UnknownSchema, Body extends v.GenericSchema = v.UnknownSchema>(
    shape: Shape<Ports, Query, Body>,
    build: Build<Ports, Input<Query, Body>>,
  ) =>
  (ports: Ports & LinkPorts): LambdaHandler => {
    const run = build(ports);
    return stack([parsed(shape, ports)], (exchange) => run(input<Query, Body>(exchange, ports)));
  };

/** A route of a known caller. */
export const endpoint =
  <Ports, Query extends v.GenericSchema = v.UnknownSchema, Body extends v.GenericSchema = v.UnknownSchema>(
    shape: Shape<Ports, Query, Body>,
    build: Build<Ports, Input<Query, Body> & { readonly caller: Caller }>,
  ) =>
  (ports: Ports & LinkPorts & CallerPorts): LambdaHandler => {
    const run = build(ports);
    return stack([identified(ports), parsed(shape, ports)], (exchange) =>
      run({ ...input<Query, Body>(exchange, ports), caller: known(exchange.caller) }),
    );
  };

/** A route under /deployments/{deployment_id}, of a caller who has `right` on that deployment. */
export const deploymentEndpoint =
  <Ports, Query extends v.GenericSchema = v.UnknownSchema, Body extends v.GenericSchema = v.UnknownSchema>(
    right: Right,
    shape: Shape<Ports, Query, Body>,
    build: Build<Ports, Input<Query, Body> & { readonly caller: Caller; readonly deployment: Deployment }>,
  ) =>
  (ports: Ports & LinkPorts & DeploymentPorts): LambdaHandler => {
    const run = build(ports);
    return stack([identified(ports), permitted(ports, right), parsed(shape, ports)], (exchange) => {
      const { caller, deployment } = exchange;
      return run({ ...input<Query, Body>(exchange, ports), caller: known(caller), deployment: known(deployment) });
    });
  };

const stack = (middlewares: Middleware[], run: (exchange: Exchange) => Promise<Answer>): LambdaHandler => {
  const handler = async (exchange: Exchange) => toResult(await run(exchange), exchange.request);
  const chain = middy<Exchange, APIGatewayProxyResult>(handler, {
    timeoutEarlyInMillis: 500, // leaves time to answer in our own shape before Lambda cuts the function off
    timeoutEarlyResponse: () => {
      throw new UnavailableError('the request took longer than the service may; try again');
    },
  }).use([requestLog(), refusals, ...middlewares]);
  return async (event, context) => {
    const exchange: Exchange = { request: readRequest(event, context), startedAt: performance.now() };
    return chain(exchange, context ?? {});
  };
};

const input = <Query extends v.GenericSchema, Body extends v.GenericSchema>(
  { request, query, body }: Exchange,
  { publicBaseUrl }: LinkPorts,
): Input<Query, Body> => ({
  path: request.path,
  query: query as v.InferOutput<Query>, // `parsed` put them there, by these schemas
  body: body as v.InferOutput<Body>,
  headers: request.headers,
  links: linksFrom(baseUrl(publicBaseUrl, request)),
});
