import { ok } from '../../../src/http/pipeline/answer.ts';
import { endpoint } from '../../../src/http/pipeline/endpoint.ts';
import type { SchedulePorts } from '../../../src/http/schedules/schedule-endpoint.ts';
import { scheduleList, scheduleListQuery } from '../../../src/http/schedules/schedule-list.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { callers, corsOrigin, publicBaseUrl, schedules } from '../../../src/wiring.ts';

export const route = endpoint(
  { query: scheduleListQuery },
  (ports: SchedulePorts) =>
    async ({ query, caller, links }) =>
      ok(await scheduleList(ports.schedules, query, caller, links)),
);

export const handler = onLambda(route, { callers, corsOrigin, publicBaseUrl, schedules });
