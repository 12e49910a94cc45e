import type { DeploymentsById, ScheduleEvents } from '../../../src/domain/schedules/ports.ts';
import { ok } from '../../../src/http/pipeline/answer.ts';
import { scheduleEndpoint } from '../../../src/http/schedules/schedule-endpoint.ts';
import { eventList, eventListQuery } from '../../../src/http/schedules/schedule-list.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { callers, corsOrigin, deploymentsById, publicBaseUrl, scheduleEvents, schedules } from '../../../src/wiring.ts';

export const route = scheduleEndpoint(
  { query: eventListQuery },
  (ports: { readonly scheduleEvents: ScheduleEvents; readonly deploymentsById: DeploymentsById }) =>
    async ({ query, schedule, caller, links }) =>
      ok(await eventList(ports, query, { schedule, caller, links })),
);

export const handler = onLambda(route, {
  callers,
  corsOrigin,
  deploymentsById,
  publicBaseUrl,
  scheduleEvents,
  schedules,
});
