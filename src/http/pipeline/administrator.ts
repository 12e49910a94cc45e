/** Routes for who administers the installation. Nobody else learns what they answer: 403 comes before 400 and 404. */

import type * as v from 'valibot';
import { requireAdministrator } from '../../domain/deployments/record/access.ts';
import type { Caller } from '../../foundation/caller.ts';
import type { Answer } from './answer.ts';
import { type CallerPorts, identified, required } from './caller.ts';
import type { Exchange, Step } from './exchange.ts';
import type { IdempotencyPorts } from './idempotency.ts';
import { idempotent } from './idempotent.ts';
import type { QuerySchema } from './query.ts';
import { parsed, type Shape } from './shape.ts';
import { type Input, input, type LambdaHandler, type LinkPorts, route } from './stack.ts';

export type AdministratorInput<Query extends v.GenericSchema, Body extends v.GenericSchema> = Input<Query, Body> & {
  readonly caller: Caller;
};

type Build<Ports, In> = (ports: Ports) => (input: In) => Promise<Answer>;

/** ForbiddenError */
const administering: Step = async (exchange) => requireAdministrator(required(exchange.caller));

const administratorInput = <Query extends v.GenericSchema, Body extends v.GenericSchema>(
  exchange: Exchange,
  ports: LinkPorts,
): AdministratorInput<Query, Body> => ({ ...input<Query, Body>(exchange, ports), caller: required(exchange.caller) });

/** What a change is about that is always there. */
export const alwaysThere = () => async (): Promise<void> => {};

/** A route that reads. */
export const administratorEndpoint =
  <Ports, Query extends QuerySchema = QuerySchema, Body extends v.GenericSchema = v.UnknownSchema>(
    shape: Shape<Ports, Query, Body>,
    build: Build<Ports, AdministratorInput<Query, Body>>,
  ) =>
  (ports: Ports & LinkPorts & CallerPorts): LambdaHandler => {
    const run = build(ports);
    const steps = [identified(ports), administering, parsed(shape, ports)];
    return route(ports, steps, (exchange) => run(administratorInput<Query, Body>(exchange, ports)));
  };

/**
 * A change, which runs once for each Idempotency-Key. A second time would do no harm. `find` refuses what is not there, before
 * the request is judged, as everywhere.
 */
export const administratorChange =
  <Ports, Query extends QuerySchema = QuerySchema, Body extends v.GenericSchema = v.UnknownSchema>(
    shape: Shape<Ports, Query, Body>,
    find: (ports: Ports) => (path: Exchange['request']['path']) => Promise<void>,
    build: Build<Ports, AdministratorInput<Query, Body>>,
  ) =>
  (ports: Ports & LinkPorts & CallerPorts & IdempotencyPorts): LambdaHandler => {
    const run = build(ports);
    const found: Step = ({ request }) => find(ports)(request.path);
    const steps = [administering, found, parsed(shape, ports)];
    const work = idempotent(
      ports,
      async () => undefined,
      steps,
      (exchange) => run(administratorInput<Query, Body>(exchange, ports)),
    );
    return route(ports, [identified(ports)], work);
  };
