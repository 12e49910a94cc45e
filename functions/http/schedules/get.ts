import { scheduleShownTo } from '../../../src/domain/schedules/shown-schedule.ts';
import { scheduleEndpoint } from '../../../src/http/schedule-endpoint.ts';
import { scheduleEntity } from '../../../src/http/schedule-views.ts';
import type { ViewPorts } from '../../../src/http/views.ts';
import { onLambda } from '../../../src/lambda.ts';
import { callers, corsOrigin, createdByEverywhere, publicBaseUrl, schedules } from '../../../src/wiring.ts';

export const route = scheduleEndpoint(
  {},
  (ports: ViewPorts) =>
    async ({ schedule, caller, links }) =>
      scheduleEntity(ports, links, scheduleShownTo(caller, schedule)),
);

export const handler = onLambda(route, { callers, corsOrigin, createdByEverywhere, publicBaseUrl, schedules });
