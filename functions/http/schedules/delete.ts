import type { Files } from '../../../src/domain/deployments/ports.ts';
import { deleteSchedule } from '../../../src/domain/schedules/change-schedule.ts';
import type { ScheduleEvents } from '../../../src/domain/schedules/ports.ts';
import { noContent } from '../../../src/http/answer.ts';
import { type SchedulePorts, scheduleEndpoint } from '../../../src/http/schedule-endpoint.ts';
import { onLambda } from '../../../src/lambda.ts';
import { callers, entrustedFiles, publicBaseUrl, scheduleEvents, schedules } from '../../../src/wiring.ts';

export const route = scheduleEndpoint(
  {},
  (ports: SchedulePorts & { readonly files: Files; readonly scheduleEvents: ScheduleEvents }) =>
    async ({ schedule }) => {
      await deleteSchedule(ports, schedule);
      return noContent;
    },
);

export const handler = onLambda(route, {
  callers,
  files: entrustedFiles,
  publicBaseUrl,
  scheduleEvents,
  schedules,
});
