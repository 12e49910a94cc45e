import type { Files } from '../../../src/domain/deployments/ports.ts';
import { text } from '../../../src/http/answer.ts';
import { scheduleEndpoint } from '../../../src/http/schedule-endpoint.ts';
import { onLambda } from '../../../src/lambda.ts';
import { callers, corsOrigin, files, publicBaseUrl, schedules } from '../../../src/wiring.ts';

export const route = scheduleEndpoint(
  {},
  (ports: { readonly files: Pick<Files, 'getTemplate'> }) =>
    async ({ schedule: { id } }) =>
      text(await ports.files.getTemplate(id, id)),
);

export const handler = onLambda(route, { callers, corsOrigin, files, publicBaseUrl, schedules });
