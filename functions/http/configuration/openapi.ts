import type { CreationPorts } from '../../../src/http/deployments/creation.ts';
import { openApi } from '../../../src/http/openapi/openapi.ts';
import { entity } from '../../../src/http/pipeline/answer.ts';
import { publicEndpoint } from '../../../src/http/pipeline/endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { linkPorts } from '../../../src/wiring/answering.ts';
import { callbacksToPrivateAddresses, creationLimits } from '../../../src/wiring/bounds.ts';

export const route = publicEndpoint(
  {},
  (ports: CreationPorts) =>
    async ({ links }) =>
      entity(openApi(links.base, ports)),
);

export const handler = onLambda(route, { callbacksToPrivateAddresses, creationLimits, ...linkPorts });
