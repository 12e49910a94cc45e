import { removeSchedule, scheduleChangeQuery } from '../../../src/http/change-schedule.ts';
import { scheduleEndpoint } from '../../../src/http/schedule-endpoint.ts';
import { onLambda } from '../../../src/lambda.ts';
import { callers, entrustedFiles, publicBaseUrl, scheduleEvents, schedules } from '../../../src/wiring.ts';

export const route = scheduleEndpoint({ query: scheduleChangeQuery }, removeSchedule);

export const handler = onLambda(route, {
  callers,
  files: entrustedFiles,
  publicBaseUrl,
  scheduleEvents,
  schedules,
});
