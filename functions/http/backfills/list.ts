import { backfillListQuery, listBackfills } from '../../../src/http/schedules/backfills.ts';
import { scheduleEndpoint } from '../../../src/http/schedules/schedule-endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { callers, corsOrigin, publicBaseUrl, schedules } from '../../../src/wiring.ts';
import { backfills } from '../../../src/wiring-backfills.ts';

export const route = scheduleEndpoint({ query: backfillListQuery }, listBackfills);

export const handler = onLambda(route, { backfills, callers, corsOrigin, publicBaseUrl, schedules });
