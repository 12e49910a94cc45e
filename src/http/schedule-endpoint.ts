/** Routes under /schedules/{schedule_id}: of the schedule's owner, and of administrators. */

import * as v from 'valibot';
import type { Caller } from '../domain/callers.ts';
import { scheduleFor } from '../domain/schedules/change-schedule.ts';
import type { Schedules } from '../domain/schedules/ports.ts';
import { type Schedule, scheduleStatuses } from '../domain/schedules/schedule.ts';
import type { Answer } from './answer.ts';
import { endpoint, type Input } from './endpoint.ts';
import { members } from './fields.ts';
import { parse } from './parse.ts';

export interface SchedulePorts {
  readonly schedules: Schedules;
}

type Of<Query extends v.GenericSchema, Body extends v.GenericSchema> = Input<Query, Body> & {
  readonly caller: Caller;
  readonly schedule: Schedule;
};

/** NotFoundError comes before what is wrong with query and body (design section 3, Order of checks). */
export const scheduleEndpoint = <
  Ports,
  Query extends v.GenericSchema = v.UnknownSchema,
  Body extends v.GenericSchema = v.UnknownSchema,
>(
  shape: { readonly query?: Query; readonly body?: Body },
  build: (ports: Ports & SchedulePorts) => (input: Of<Query, Body>) => Promise<Answer>,
) => {
  const sent = { query: v.unknown(), ...(shape.body && { body: () => v.unknown() }) };
  return endpoint(sent, (ports: Ports & SchedulePorts) => {
    const run = build(ports);
    return async (input) => {
      const schedule = await scheduleFor(ports.schedules, input.path['schedule_id'] ?? '', input.caller);
      const query = shape.query && parse(shape.query, input.query, 'query');
      const body = shape.body && parse(shape.body, input.body, 'body');
      return run({ ...input, query, body, schedule } as Of<Query, Body>);
    };
  });
};

/** PATCH, an extension (design section 3, Schedules). */
export const scheduleChange = members({
  status: v.picklist(scheduleStatuses, `must be ${scheduleStatuses.join(' or ')}`),
});
