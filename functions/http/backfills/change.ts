import { backfillChange, backfillQuery, changeBackfill } from '../../../src/http/schedules/backfills.ts';
import { scheduleChangeEndpoint } from '../../../src/http/schedules/schedule-endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { linkPorts } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { idempotentRequests } from '../../../src/wiring/deployments.ts';
import { backfills } from '../../../src/wiring/kept-backfills.ts';
import { schedules } from '../../../src/wiring/schedules.ts';
import { ids } from '../../../src/wiring/system.ts';

export const route = scheduleChangeEndpoint({ query: backfillQuery, body: backfillChange }, changeBackfill);

export const handler = onLambda(route, {
  ...linkPorts,
  backfills,
  callers,
  ids,
  idempotentRequests,
  schedules,
});
