import type { Resources } from '../../../src/domain/resources/ports.ts';
import { text } from '../../../src/http/pipeline/answer.ts';
import { deploymentEndpoint } from '../../../src/http/pipeline/endpoint.ts';
import { extendedInfo } from '../../../src/http/resources/metadata.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, publicBaseUrl } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { deployments, resources } from '../../../src/wiring/deployments.ts';

export const route = deploymentEndpoint(
  'see-secrets',
  {},
  (ports: { readonly resources: Resources }) =>
    async ({ deployment }) =>
      text(JSON.stringify(extendedInfo(await ports.resources.all(deployment.id)))),
);

export const handler = onLambda(route, { callers, corsOrigin, deployments, publicBaseUrl, resources });
