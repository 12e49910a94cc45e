import { entity } from '../../../src/http/answer.ts';
import { publicEndpoint } from '../../../src/http/endpoint.ts';
import { openApi } from '../../../src/http/openapi.ts';
import { onLambda } from '../../../src/lambda.ts';
import { publicBaseUrl } from '../../../src/wiring.ts';

export const route = publicEndpoint(
  {},
  () =>
    async ({ links }) =>
      entity(openApi(links.base)),
);

export const handler = onLambda(route, { publicBaseUrl });
