import { listAnswer } from '../../../src/http/pipeline/list-answer.ts';
import { scheduleEndpoint } from '../../../src/http/schedules/schedule-endpoint.ts';
import * as lists from '../../../src/http/schedules/schedule-list.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import * as wiring from '../../../src/wiring.ts';

export const route = scheduleEndpoint(
  { query: lists.eventListQuery },
  (ports: lists.EventListPorts) => (input) =>
    listAnswer(input, ports.clock, {
      versions: () => lists.eventListVersion(ports, input.schedule),
      body: () => lists.eventList(ports, input.query, input),
    }),
);

export const handler = onLambda(route, {
  callers: wiring.callers,
  clock: wiring.clock,
  corsOrigin: wiring.corsOrigin,
  deploymentsById: wiring.deploymentsById,
  publicBaseUrl: wiring.publicBaseUrl,
  scheduleEvents: wiring.scheduleEvents,
  schedules: wiring.schedules,
});
