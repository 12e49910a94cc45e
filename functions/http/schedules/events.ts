import { listAnswer } from '../../../src/http/pipeline/list-answer.ts';
import { scheduleEndpoint } from '../../../src/http/schedules/schedule-endpoint.ts';
import * as lists from '../../../src/http/schedules/schedule-list.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, publicBaseUrl } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { deploymentsById } from '../../../src/wiring/deployments.ts';
import { scheduleEvents, schedules } from '../../../src/wiring/schedules.ts';
import { clock } from '../../../src/wiring/system.ts';

export const route = scheduleEndpoint(
  { query: lists.eventListQuery },
  (ports: lists.EventListPorts) => (input) =>
    listAnswer(input, ports.clock, {
      versions: () => lists.eventListVersion(ports, input.schedule),
      body: () => lists.eventList(ports, input.query, input),
    }),
);

export const handler = onLambda(route, {
  callers,
  clock,
  corsOrigin,
  deploymentsById,
  publicBaseUrl,
  scheduleEvents,
  schedules,
});
