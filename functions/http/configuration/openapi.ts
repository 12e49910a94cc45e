import { entity } from '../../../src/http/answer.ts';
import type { CreationPorts } from '../../../src/http/creation.ts';
import { publicEndpoint } from '../../../src/http/endpoint.ts';
import { openApi } from '../../../src/http/openapi.ts';
import { onLambda } from '../../../src/lambda.ts';
import { callbacksToPrivateAddresses, creationLimits, linkPorts } from '../../../src/wiring.ts';

export const route = publicEndpoint(
  {},
  (ports: CreationPorts) =>
    async ({ links }) =>
      entity(openApi(links.base, ports)),
);

export const handler = onLambda(route, { callbacksToPrivateAddresses, creationLimits, ...linkPorts });
