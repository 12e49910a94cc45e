import { entity } from '../../../src/http/pipeline/answer.ts';
import { publicEndpoint } from '../../../src/http/pipeline/endpoint.ts';
import { info } from '../../../src/http/service/info.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, publicBaseUrl } from '../../../src/wiring/answering.ts';

export const route = publicEndpoint(
  {},
  () =>
    async ({ links }) =>
      entity(info(links)),
);

export const handler = onLambda(route, { corsOrigin, publicBaseUrl });
