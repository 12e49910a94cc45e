import type { Files } from '../../../src/domain/deployments/ports.ts';
import { scheduleEndpoint } from '../../../src/http/schedule-endpoint.ts';
import { templateShownTo } from '../../../src/http/template.ts';
import { onLambda } from '../../../src/lambda.ts';
import { callers, corsOrigin, files, publicBaseUrl, schedules } from '../../../src/wiring.ts';

export const route = scheduleEndpoint(
  {},
  (ports: { readonly files: Pick<Files, 'getTemplate'> }) =>
    async ({ schedule, caller }) =>
      templateShownTo(caller, schedule, await ports.files.getTemplate(schedule.id, schedule.id)),
);

export const handler = onLambda(route, { callers, corsOrigin, files, publicBaseUrl, schedules });
