import {
  changeSchedule,
  scheduleChange,
  scheduleChanged,
  scheduleChangeQuery,
} from '../../../src/http/schedules/change-schedule.ts';
import { scheduleChangeEndpoint } from '../../../src/http/schedules/schedule-endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import * as wiring from '../../../src/wiring.ts';

export const route = scheduleChangeEndpoint(
  { query: scheduleChangeQuery, body: scheduleChange },
  changeSchedule,
  scheduleChanged,
);

export const handler = onLambda(route, {
  ...wiring.linkPorts,
  callers: wiring.callers,
  createdByEverywhere: wiring.createdByEverywhere,
  ids: wiring.ids,
  idempotentRequests: wiring.idempotentRequests,
  scheduleIndex: wiring.scheduleIndex,
  schedules: wiring.schedules,
});
