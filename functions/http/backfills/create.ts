import { backfillCreation, postBackfill, recoverBackfill } from '../../../src/http/schedules/backfills.ts';
import { scheduleChangeEndpoint } from '../../../src/http/schedules/schedule-endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { linkPorts } from '../../../src/wiring/answering.ts';
import { backfillWorkflows, fileLists } from '../../../src/wiring/backfills.ts';
import { quotas } from '../../../src/wiring/bounds.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { deployments, idempotentRequests } from '../../../src/wiring/deployments.ts';
import { backfills } from '../../../src/wiring/kept-backfills.ts';
import { fileConfiguration } from '../../../src/wiring/replicas.ts';
import { schedules } from '../../../src/wiring/schedules.ts';
import { pauses } from '../../../src/wiring/switches.ts';
import { clock, ids } from '../../../src/wiring/system.ts';

export const route = scheduleChangeEndpoint(backfillCreation, postBackfill, recoverBackfill);

export const handler = onLambda(route, {
  ...linkPorts,
  pauses,
  backfills,
  backfillWorkflows,
  callers,
  clock,
  deployments,
  fileConfiguration,
  fileLists,
  ids,
  idempotentRequests,
  quotas,
  schedules,
});
