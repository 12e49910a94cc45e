/**
 * The routes by who may call them. Each goes through the same steps (stack.ts): caller (401), thing (404, 403), query and body
 * (400), handler (409). In this order since that is the order of checks in design section 3.
 */

import type * as v from 'valibot';
import type { Caller } from '../domain/callers.ts';
import type { Right } from '../domain/deployments/access.ts';
import type { Deployment } from '../domain/deployments/deployment.ts';
import type { Answer } from './answer.ts';
import { type CallerPorts, type DeploymentPorts, identified, known, permitted } from './caller.ts';
import type { QuerySchema } from './query.ts';
import { parsed, type Shape } from './shape.ts';
import { type Input, input, type LambdaHandler, type LinkPorts, route } from './stack.ts';

export type { Input } from './stack.ts';

type Build<Ports, In> = (ports: Ports) => (input: In) => Promise<Answer>;

/** A route that is called without a token; one that is sent is not looked at. */
export const publicEndpoint =
  <Ports, Query extends QuerySchema = QuerySchema, Body extends v.GenericSchema = v.UnknownSchema>(
    shape: Shape<Ports, Query, Body>,
    build: Build<Ports, Input<Query, Body>>,
  ) =>
  (ports: Ports & LinkPorts): LambdaHandler => {
    const run = build(ports);
    return route([parsed(shape, ports)], (exchange) => run(input<Query, Body>(exchange, ports)));
  };

/** A route of a known caller. */
export const endpoint =
  <Ports, Query extends QuerySchema = QuerySchema, Body extends v.GenericSchema = v.UnknownSchema>(
    shape: Shape<Ports, Query, Body>,
    build: Build<Ports, Input<Query, Body> & { readonly caller: Caller }>,
  ) =>
  (ports: Ports & LinkPorts & CallerPorts): LambdaHandler => {
    const run = build(ports);
    return route([identified(ports), parsed(shape, ports)], (exchange) =>
      run({ ...input<Query, Body>(exchange, ports), caller: known(exchange.caller) }),
    );
  };

/** A route under /deployments/{deployment_id}, of a caller who has `right` on that deployment. */
export const deploymentEndpoint =
  <Ports, Query extends QuerySchema = QuerySchema, Body extends v.GenericSchema = v.UnknownSchema>(
    right: Right,
    shape: Shape<Ports, Query, Body>,
    build: Build<Ports, Input<Query, Body> & { readonly caller: Caller; readonly deployment: Deployment }>,
  ) =>
  (ports: Ports & LinkPorts & DeploymentPorts): LambdaHandler => {
    const run = build(ports);
    return route([identified(ports), permitted(ports, right), parsed(shape, ports)], (exchange) => {
      const { caller, deployment } = exchange;
      return run({ ...input<Query, Body>(exchange, ports), caller: known(caller), deployment: known(deployment) });
    });
  };
