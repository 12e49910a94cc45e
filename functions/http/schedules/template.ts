import type { Files } from '../../../src/domain/deployments/record/ports.ts';
import { templateShownTo } from '../../../src/http/deployments/template.ts';
import { scheduleEndpoint } from '../../../src/http/schedules/schedule-endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, publicBaseUrl } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { files } from '../../../src/wiring/files.ts';
import { schedules } from '../../../src/wiring/schedules.ts';

export const route = scheduleEndpoint(
  {},
  (ports: { readonly files: Pick<Files, 'getTemplate'> }) =>
    async ({ schedule, caller }) =>
      templateShownTo(caller, schedule, await ports.files.getTemplate(schedule.id, schedule.id)),
);

export const handler = onLambda(route, { callers, corsOrigin, files, publicBaseUrl, schedules });
