import { scheduleShownTo } from '../../../src/domain/schedules/shown-schedule.ts';
import type { ViewPorts } from '../../../src/http/deployments/views.ts';
import { scheduleEndpoint } from '../../../src/http/schedules/schedule-endpoint.ts';
import { scheduleEntity } from '../../../src/http/schedules/schedule-views.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, createdByEverywhere, publicBaseUrl } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { schedules } from '../../../src/wiring/schedules.ts';

export const route = scheduleEndpoint(
  {},
  (ports: ViewPorts) =>
    async ({ schedule, caller, links }) =>
      scheduleEntity(ports, links, scheduleShownTo(caller, schedule)),
);

export const handler = onLambda(route, { callers, corsOrigin, createdByEverywhere, publicBaseUrl, schedules });
