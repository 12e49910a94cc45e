import { entity } from '../../../src/http/answer.ts';
import { publicEndpoint } from '../../../src/http/endpoint.ts';
import { info } from '../../../src/http/info.ts';
import { onLambda } from '../../../src/lambda.ts';
import { corsOrigin, publicBaseUrl } from '../../../src/wiring.ts';

export const route = publicEndpoint(
  {},
  () =>
    async ({ links }) =>
      entity(info(links)),
);

export const handler = onLambda(route, { corsOrigin, publicBaseUrl });
