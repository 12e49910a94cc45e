import {
  changeSchedule,
  scheduleChange,
  scheduleChanged,
  scheduleChangeQuery,
} from '../../../src/http/schedules/change-schedule.ts';
import { scheduleChangeEndpoint } from '../../../src/http/schedules/schedule-endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { createdByEverywhere, linkPorts } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { idempotentRequests } from '../../../src/wiring/deployments.ts';
import { scheduleIndex, schedules } from '../../../src/wiring/schedules.ts';
import { ids } from '../../../src/wiring/system.ts';

export const route = scheduleChangeEndpoint(
  { query: scheduleChangeQuery, body: scheduleChange },
  changeSchedule,
  scheduleChanged,
);

export const handler = onLambda(route, {
  ...linkPorts,
  callers,
  createdByEverywhere,
  ids,
  idempotentRequests,
  scheduleIndex,
  schedules,
});
