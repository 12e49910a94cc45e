import { scheduleShownTo } from '../../../src/domain/schedules/shown-schedule.ts';
import type { ViewPorts } from '../../../src/http/deployments/views.ts';
import { scheduleEndpoint } from '../../../src/http/schedules/schedule-endpoint.ts';
import { scheduleEntity } from '../../../src/http/schedules/schedule-views.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { callers, corsOrigin, createdByEverywhere, publicBaseUrl, schedules } from '../../../src/wiring.ts';

export const route = scheduleEndpoint(
  {},
  (ports: ViewPorts) =>
    async ({ schedule, caller, links }) =>
      scheduleEntity(ports, links, scheduleShownTo(caller, schedule)),
);

export const handler = onLambda(route, { callers, corsOrigin, createdByEverywhere, publicBaseUrl, schedules });
