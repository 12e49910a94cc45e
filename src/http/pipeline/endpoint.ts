/**
 * The kinds of routes, by who may call them. All go through the same steps (stack.ts): caller (401), thing (404, 403),
 * query and body (400), handler (409). This is the order of docs/contract/silent-points.md, "Order of checks".
 */

import type * as v from 'valibot';
import type { Right } from '../../domain/deployments/record/access.ts';
import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import type { Caller } from '../../foundation/caller.ts';
import type { Answer } from './answer.ts';
import { asShown } from './as-shown.ts';
import {
  approvable,
  type CallerPorts,
  type DeploymentPorts,
  type EndedPorts,
  identified,
  permitted,
  permittedOrEnded,
  required,
} from './caller.ts';
import type { Exchange, Step } from './exchange.ts';
import type { IdempotencyPorts } from './idempotency.ts';
import { idempotent, type Recover } from './idempotent.ts';
import type { QuerySchema } from './query.ts';
import { parsed, type Shape } from './shape.ts';
import { type Input, input, type LambdaHandler, type LinkPorts, route } from './stack.ts';

export type { Input } from './stack.ts';

type Build<Ports, In> = (ports: Ports) => (input: In) => Promise<Answer>;

/** A route that needs no token, and ignores one that is sent. */
export const publicEndpoint =
  <Ports, Query extends QuerySchema = QuerySchema, Body extends v.GenericSchema = v.UnknownSchema>(
    shape: Shape<Ports, Query, Body>,
    build: Build<Ports, Input<Query, Body>>,
  ) =>
  (ports: Ports & LinkPorts): LambdaHandler => {
    const run = build(ports);
    return route(ports, [parsed(shape, ports)], (exchange) => run(input<Query, Body>(exchange, ports)));
  };

/** A route for every identified caller. */
export const endpoint =
  <Ports, Query extends QuerySchema = QuerySchema, Body extends v.GenericSchema = v.UnknownSchema>(
    shape: Shape<Ports, Query, Body>,
    build: Build<Ports, Input<Query, Body> & { readonly caller: Caller }>,
  ) =>
  (ports: Ports & LinkPorts & CallerPorts): LambdaHandler => {
    const run = build(ports);
    return route(ports, [identified(ports), parsed(shape, ports)], (exchange) =>
      run({ ...input<Query, Body>(exchange, ports), caller: required(exchange.caller) }),
    );
  };

type OfDeployment<Query extends v.GenericSchema, Body extends v.GenericSchema> = Input<Query, Body> & {
  readonly caller: Caller;
  readonly deployment: Deployment;
};

/** A route about one deployment: `found` finds it, for callers who may see it. */
const reading = <Ports, Query extends QuerySchema, Body extends v.GenericSchema>(
  ports: Ports & LinkPorts & CallerPorts,
  found: Step,
  shape: Shape<Ports, Query, Body>,
  build: Build<Ports, OfDeployment<Query, Body>>,
): LambdaHandler => {
  const run = build(ports);
  return route(ports, [identified(ports), found, parsed(shape, ports)], (exchange) =>
    run(ofDeployment<Query, Body>(exchange, ports)),
  );
};

/** The same for a change, which runs once for each Idempotency-Key. `done` finds what an earlier request did under the same ids. */
const changing = <Ports, Query extends QuerySchema, Body extends v.GenericSchema>(
  ports: Ports & LinkPorts & CallerPorts & IdempotencyPorts,
  found: Step,
  shape: Shape<Ports, Query, Body>,
  done: Recover,
  build: Build<Ports, OfDeployment<Query, Body>>,
): LambdaHandler => {
  const run = build(ports);
  const steps = [found, parsed(shape, ports)];
  const work = idempotent(ports, done, steps, (exchange) => {
    const input = ofDeployment<Query, Body>(exchange, ports);
    return asShown(input.caller, input.deployment, () => run(input));
  });
  return route(ports, [identified(ports)], work);
};

/** A route under /deployments/{deployment_id}, for callers who have `right` on that deployment. */
export const deploymentEndpoint =
  <Ports, Query extends QuerySchema = QuerySchema, Body extends v.GenericSchema = v.UnknownSchema>(
    right: Right,
    shape: Shape<Ports, Query, Body>,
    build: Build<Ports, OfDeployment<Query, Body>>,
  ) =>
  (ports: Ports & LinkPorts & DeploymentPorts): LambdaHandler =>
    reading(ports, permitted(ports, right), shape, build);

/** Like `deploymentEndpoint`, for what can also be read of an ended deployment. Its query schema includes `endedQuery`. */
export const endedEndpoint =
  <Ports, Query extends QuerySchema = QuerySchema, Body extends v.GenericSchema = v.UnknownSchema>(
    right: Right,
    shape: Shape<Ports, Query, Body>,
    build: Build<Ports, OfDeployment<Query, Body>>,
  ) =>
  (ports: Ports & LinkPorts & DeploymentPorts & EndedPorts): LambdaHandler =>
    reading(ports, permittedOrEnded(ports, right), shape, build);

/** A change of a deployment, or of something that belongs to it, by callers who have `right` on that deployment. */
export const deploymentChangeWith =
  <Ports, Query extends QuerySchema = QuerySchema, Body extends v.GenericSchema = v.UnknownSchema>(
    right: Right,
    shape: Shape<Ports, Query, Body>,
    done: (ports: Ports & DeploymentPorts) => Recover,
    build: Build<Ports, OfDeployment<Query, Body>>,
  ) =>
  (ports: Ports & LinkPorts & DeploymentPorts & IdempotencyPorts): LambdaHandler =>
    changing(ports, permitted(ports, right), shape, done(ports), build);

/** The same by who may change it. */
export const deploymentChange = <
  Ports,
  Query extends QuerySchema = QuerySchema,
  Body extends v.GenericSchema = v.UnknownSchema,
>(
  shape: Shape<Ports, Query, Body>,
  done: (ports: Ports & DeploymentPorts) => Recover,
  build: Build<Ports, OfDeployment<Query, Body>>,
) => deploymentChangeWith('change', shape, done, build);

/** A route under /approvals/{deployment_id}, for callers who may see what waits there. */
export const approvalEndpoint =
  <Ports, Query extends QuerySchema = QuerySchema, Body extends v.GenericSchema = v.UnknownSchema>(
    shape: Shape<Ports, Query, Body>,
    build: Build<Ports, OfDeployment<Query, Body>>,
  ) =>
  (ports: Ports & LinkPorts & DeploymentPorts): LambdaHandler =>
    reading(ports, approvable(ports), shape, build);

/** A decision about what waits. */
export const approvalChange =
  <Ports, Query extends QuerySchema = QuerySchema, Body extends v.GenericSchema = v.UnknownSchema>(
    shape: Shape<Ports, Query, Body>,
    done: (ports: Ports & DeploymentPorts) => Recover,
    build: Build<Ports, OfDeployment<Query, Body>>,
  ) =>
  (ports: Ports & LinkPorts & DeploymentPorts & IdempotencyPorts): LambdaHandler =>
    changing(ports, approvable(ports), shape, done(ports), build);

const ofDeployment = <Query extends v.GenericSchema, Body extends v.GenericSchema>(
  exchange: Exchange,
  ports: LinkPorts,
): OfDeployment<Query, Body> => ({
  ...input<Query, Body>(exchange, ports),
  caller: required(exchange.caller),
  deployment: required(exchange.deployment),
});
