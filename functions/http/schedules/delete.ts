import { removeSchedule, scheduleChangeQuery } from '../../../src/http/schedules/change-schedule.ts';
import { scheduleChangeEndpoint } from '../../../src/http/schedules/schedule-endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { createdByEverywhere, linkPorts } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { idempotentRequests } from '../../../src/wiring/deployments.ts';
import { files } from '../../../src/wiring/files.ts';
import { scheduleEvents, schedules } from '../../../src/wiring/schedules.ts';
import { clock, ids } from '../../../src/wiring/system.ts';
import { delegations } from '../../../src/wiring/tokens.ts';

export const route = scheduleChangeEndpoint({ query: scheduleChangeQuery }, removeSchedule);

export const handler = onLambda(route, {
  ...linkPorts,
  callers,
  clock,
  createdByEverywhere,
  delegations,
  files,
  ids,
  idempotentRequests,
  scheduleEvents,
  schedules,
});
