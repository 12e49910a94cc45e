import { setScheduleStatus } from '../../../src/domain/schedules/change-schedule.ts';
import type { ScheduleIndex } from '../../../src/domain/schedules/ports.ts';
import { type SchedulePorts, scheduleChange, scheduleEndpoint } from '../../../src/http/schedule-endpoint.ts';
import { scheduleEntity } from '../../../src/http/schedule-views.ts';
import type { ViewPorts } from '../../../src/http/views.ts';
import { onLambda } from '../../../src/lambda.ts';
import { callers, createdByInDetails, publicBaseUrl, scheduleIndex, schedules } from '../../../src/wiring.ts';

export const route = scheduleEndpoint(
  { body: scheduleChange },
  (ports: SchedulePorts & ViewPorts & { readonly scheduleIndex: ScheduleIndex }) =>
    async ({ schedule, body, links }) =>
      scheduleEntity(ports, links, await setScheduleStatus(ports, schedule, body.status)),
);

export const handler = onLambda(route, { callers, createdByInDetails, publicBaseUrl, scheduleIndex, schedules });
