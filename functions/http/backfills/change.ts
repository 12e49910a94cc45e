import { backfillChange, backfillQuery, changeBackfill } from '../../../src/http/schedules/backfills.ts';
import { scheduleChangeEndpoint } from '../../../src/http/schedules/schedule-endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import * as wiring from '../../../src/wiring.ts';
import { backfills } from '../../../src/wiring-backfills.ts';

export const route = scheduleChangeEndpoint({ query: backfillQuery, body: backfillChange }, changeBackfill);

export const handler = onLambda(route, {
  ...wiring.linkPorts,
  backfills,
  callers: wiring.callers,
  ids: wiring.ids,
  idempotentRequests: wiring.idempotentRequests,
  schedules: wiring.schedules,
});
