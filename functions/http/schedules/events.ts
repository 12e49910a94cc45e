import type { DeploymentsById, ScheduleEvents } from '../../../src/domain/schedules/ports.ts';
import type { Clock } from '../../../src/foundation/clock.ts';
import { listAnswer } from '../../../src/http/pipeline/list-answer.ts';
import { scheduleEndpoint } from '../../../src/http/schedules/schedule-endpoint.ts';
import { eventList, eventListQuery, eventListVersion } from '../../../src/http/schedules/schedule-list.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import * as wiring from '../../../src/wiring.ts';

interface Ports {
  readonly clock: Clock;
  readonly scheduleEvents: ScheduleEvents;
  readonly deploymentsById: DeploymentsById;
}

export const route = scheduleEndpoint({ query: eventListQuery }, (ports: Ports) => (input) => {
  const { query, schedule, caller, links } = input;
  return listAnswer(input, ports.clock, {
    versions: () => eventListVersion(ports, schedule),
    body: () => eventList(ports, query, { schedule, caller, links }),
  });
});

export const handler = onLambda(route, {
  callers: wiring.callers,
  clock: wiring.clock,
  corsOrigin: wiring.corsOrigin,
  deploymentsById: wiring.deploymentsById,
  publicBaseUrl: wiring.publicBaseUrl,
  scheduleEvents: wiring.scheduleEvents,
  schedules: wiring.schedules,
});
