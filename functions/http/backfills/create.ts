import { backfillCreation, postBackfill, recoverBackfill } from '../../../src/http/schedules/backfills.ts';
import { scheduleChangeEndpoint } from '../../../src/http/schedules/schedule-endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import * as wiring from '../../../src/wiring.ts';
import { backfills, backfillWorkflows, fileLists } from '../../../src/wiring-backfills.ts';

export const route = scheduleChangeEndpoint(backfillCreation, postBackfill, recoverBackfill);

export const handler = onLambda(route, {
  ...wiring.linkPorts,
  backfills,
  backfillWorkflows,
  callers: wiring.callers,
  clock: wiring.clock,
  fileConfiguration: wiring.fileConfiguration,
  fileLists,
  ids: wiring.ids,
  idempotentRequests: wiring.idempotentRequests,
  schedules: wiring.schedules,
});
