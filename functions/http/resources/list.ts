import type { Resources } from '../../../src/domain/resources/ports.ts';
import { ok } from '../../../src/http/answer.ts';
import { deploymentEndpoint } from '../../../src/http/endpoint.ts';
import { resourceList, resourceListQuery } from '../../../src/http/resource-list.ts';
import { onLambda } from '../../../src/lambda.ts';
import { callers, corsOrigin, deployments, publicBaseUrl, resources } from '../../../src/wiring.ts';

export const route = deploymentEndpoint(
  'see',
  { query: resourceListQuery },
  (ports: { readonly resources: Resources }) =>
    async ({ query, ...seen }) =>
      ok(await resourceList(ports.resources, query, seen)),
);

export const handler = onLambda(route, { callers, corsOrigin, deployments, publicBaseUrl, resources });
