import type { Resources } from '../../../src/domain/resources/ports.ts';
import { deploymentEndpoint } from '../../../src/http/pipeline/endpoint.ts';
import { oneResource } from '../../../src/http/resources/resource-list.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, publicBaseUrl } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { deployments, resources } from '../../../src/wiring/deployments.ts';

export const route = deploymentEndpoint(
  'see',
  {},
  (ports: { readonly resources: Resources }) =>
    async ({ path, ...seen }) =>
      oneResource(ports.resources, path['resource_id'] ?? '', seen),
);

export const handler = onLambda(route, { callers, corsOrigin, deployments, publicBaseUrl, resources });
