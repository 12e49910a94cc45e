import type { Clock } from '../../../src/foundation/clock.ts';
import { endpoint } from '../../../src/http/pipeline/endpoint.ts';
import { listAnswer } from '../../../src/http/pipeline/list-answer.ts';
import type { SchedulePorts } from '../../../src/http/schedules/schedule-endpoint.ts';
import { scheduleList, scheduleListQuery, scheduleListVersion } from '../../../src/http/schedules/schedule-list.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, publicBaseUrl } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { schedules } from '../../../src/wiring/schedules.ts';
import { clock } from '../../../src/wiring/system.ts';

export const route = endpoint(
  { query: scheduleListQuery },
  (ports: SchedulePorts & { readonly clock: Clock }) => (input) => {
    const { query, caller, links } = input;
    return listAnswer(input, ports.clock, {
      versions: () => scheduleListVersion(ports.schedules, query, caller),
      body: () => scheduleList(ports.schedules, query, caller, links),
    });
  },
);

export const handler = onLambda(route, { callers, clock, corsOrigin, publicBaseUrl, schedules });
