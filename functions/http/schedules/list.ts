import { ok } from '../../../src/http/answer.ts';
import { endpoint } from '../../../src/http/endpoint.ts';
import type { SchedulePorts } from '../../../src/http/schedule-endpoint.ts';
import { scheduleList, scheduleListQuery } from '../../../src/http/schedule-list.ts';
import { onLambda } from '../../../src/lambda.ts';
import { callers, corsOrigin, publicBaseUrl, schedules } from '../../../src/wiring.ts';

export const route = endpoint(
  { query: scheduleListQuery },
  (ports: SchedulePorts) =>
    async ({ query, caller, links }) =>
      ok(await scheduleList(ports.schedules, query, caller, links)),
);

export const handler = onLambda(route, { callers, corsOrigin, publicBaseUrl, schedules });
