import { removeSchedule, scheduleChangeQuery } from '../../../src/http/schedules/change-schedule.ts';
import { scheduleChangeEndpoint } from '../../../src/http/schedules/schedule-endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import * as wiring from '../../../src/wiring.ts';

export const route = scheduleChangeEndpoint({ query: scheduleChangeQuery }, removeSchedule);

export const handler = onLambda(route, {
  ...wiring.linkPorts,
  callers: wiring.callers,
  clock: wiring.clock,
  createdByEverywhere: wiring.createdByEverywhere,
  delegations: wiring.delegations,
  files: wiring.files,
  ids: wiring.ids,
  idempotentRequests: wiring.idempotentRequests,
  scheduleEvents: wiring.scheduleEvents,
  schedules: wiring.schedules,
});
