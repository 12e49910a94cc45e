import { getBackfill } from '../../../src/http/schedules/backfills.ts';
import { scheduleEndpoint } from '../../../src/http/schedules/schedule-endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, publicBaseUrl } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { backfills } from '../../../src/wiring/kept-backfills.ts';
import { schedules } from '../../../src/wiring/schedules.ts';

export const route = scheduleEndpoint({}, getBackfill);

export const handler = onLambda(route, { backfills, callers, corsOrigin, publicBaseUrl, schedules });
