import type { Resources } from '../../../src/domain/resources/ports.ts';
import { ok } from '../../../src/http/pipeline/answer.ts';
import { deploymentEndpoint } from '../../../src/http/pipeline/endpoint.ts';
import { resourceList, resourceListQuery } from '../../../src/http/resources/resource-list.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, publicBaseUrl } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { deployments, resources } from '../../../src/wiring/deployments.ts';

export const route = deploymentEndpoint(
  'see',
  { query: resourceListQuery },
  (ports: { readonly resources: Resources }) =>
    async ({ query, ...seen }) =>
      ok(await resourceList(ports.resources, query, seen)),
);

export const handler = onLambda(route, { callers, corsOrigin, deployments, publicBaseUrl, resources });
