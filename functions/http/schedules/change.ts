import { changeSchedule, scheduleChange, scheduleChangeQuery } from '../../../src/http/change-schedule.ts';
import { scheduleEndpoint } from '../../../src/http/schedule-endpoint.ts';
import { onLambda } from '../../../src/lambda.ts';
import { callers, publicBaseUrl, scheduleIndex, schedules } from '../../../src/wiring.ts';

export const route = scheduleEndpoint({ query: scheduleChangeQuery, body: scheduleChange }, changeSchedule);

export const handler = onLambda(route, { callers, publicBaseUrl, scheduleIndex, schedules });
