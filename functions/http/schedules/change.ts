import { setScheduleStatus } from '../../../src/domain/schedules/change-schedule.ts';
import type { ScheduleIndex } from '../../../src/domain/schedules/ports.ts';
import { noContent } from '../../../src/http/answer.ts';
import { type SchedulePorts, scheduleChange, scheduleEndpoint } from '../../../src/http/schedule-endpoint.ts';
import { onLambda } from '../../../src/lambda.ts';
import { callers, publicBaseUrl, scheduleIndex, schedules } from '../../../src/wiring.ts';

export const route = scheduleEndpoint(
  { body: scheduleChange },
  (ports: SchedulePorts & { readonly scheduleIndex: ScheduleIndex }) =>
    async ({ schedule, body }) => {
      await setScheduleStatus(ports, schedule, body.status);
      return noContent;
    },
);

export const handler = onLambda(route, { callers, publicBaseUrl, scheduleIndex, schedules });
