import { getBackfill } from '../../../src/http/schedules/backfills.ts';
import { scheduleEndpoint } from '../../../src/http/schedules/schedule-endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { callers, corsOrigin, publicBaseUrl, schedules } from '../../../src/wiring.ts';
import { backfills } from '../../../src/wiring-backfills.ts';

export const route = scheduleEndpoint({}, getBackfill);

export const handler = onLambda(route, { backfills, callers, corsOrigin, publicBaseUrl, schedules });
