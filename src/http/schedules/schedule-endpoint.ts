/**
 * Routes under /schedules/{schedule_id}. Members of the schedule's group may read it; its owner and administrators may
 * change it.
 */

import type * as v from 'valibot';
import { scheduleFor } from '../../domain/schedules/find-schedule.ts';
import type { Schedules } from '../../domain/schedules/ports.ts';
import type { Schedule } from '../../domain/schedules/schedule.ts';
import type { Caller } from '../../foundation/caller.ts';
import type { Answer } from '../pipeline/answer.ts';
import { type CallerPorts, identified, required } from '../pipeline/caller.ts';
import type { Exchange, Step } from '../pipeline/exchange.ts';
import type { IdempotencyPorts } from '../pipeline/idempotency.ts';
import { idempotent, type Recover } from '../pipeline/idempotent.ts';
import type { Links } from '../pipeline/links.ts';
import type { QuerySchema } from '../pipeline/query.ts';
import { parsed, type Shape } from '../pipeline/shape.ts';
import { type Input, input, type LambdaHandler, type LinkPorts, route } from '../pipeline/stack.ts';

export interface SchedulePorts {
  readonly schedules: Schedules;
}

type Of<Query extends v.GenericSchema, Body extends v.GenericSchema> = Input<Query, Body> & {
  readonly caller: Caller;
  readonly schedule: Schedule;
};

/** Finds the schedule in the path. NotFoundError, ForbiddenError */
const found =
  ({ schedules }: SchedulePorts, right: 'see' | 'change'): Step =>
  async (exchange) => {
    const id = exchange.request.path['schedule_id'] ?? '';
    exchange.schedule = await scheduleFor(schedules, id, required(exchange.caller), right);
  };

/** A route under /schedules/{schedule_id}. */
export const scheduleEndpoint =
  <Ports, Query extends QuerySchema = QuerySchema, Body extends v.GenericSchema = v.UnknownSchema>(
    shape: Shape<Ports, Query, Body>,
    build: (ports: Ports & SchedulePorts) => (input: Of<Query, Body>) => Promise<Answer>,
  ) =>
  (ports: Ports & SchedulePorts & LinkPorts & CallerPorts): LambdaHandler => {
    const run = build(ports);
    return route(ports, [identified(ports), found(ports, 'see'), parsed(shape, ports)], (exchange) =>
      run(ofSchedule<Query, Body>(exchange, ports)),
    );
  };

/**
 * A change under /schedules/{schedule_id}. It is carried out once for each Idempotency-Key. Without `recover` a second
 * time would do no harm.
 */
export const scheduleChangeEndpoint =
  <Ports, Query extends QuerySchema = QuerySchema, Body extends v.GenericSchema = v.UnknownSchema>(
    shape: Shape<Ports, Query, Body>,
    build: (ports: Ports & SchedulePorts) => (input: Of<Query, Body>) => Promise<Answer>,
    recover: (ports: Ports, links: Links) => Recover = () => async () => undefined,
  ) =>
  (ports: Ports & SchedulePorts & LinkPorts & CallerPorts & IdempotencyPorts): LambdaHandler => {
    const run = build(ports);
    const steps = [found(ports, 'change'), parsed(shape, ports)];
    return route(ports, [identified(ports)], (exchange) =>
      idempotent(ports, recover(ports, input<Query, Body>(exchange, ports).links), steps, (each) =>
        run(ofSchedule<Query, Body>(each, ports)),
      )(exchange),
    );
  };

const ofSchedule = <Query extends v.GenericSchema, Body extends v.GenericSchema>(
  exchange: Exchange,
  ports: LinkPorts,
): Of<Query, Body> => ({
  ...input<Query, Body>(exchange, ports),
  caller: required(exchange.caller),
  schedule: required(exchange.schedule),
});
