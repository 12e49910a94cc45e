import type { Deployments } from '../../../src/domain/deployments/ports.ts';
import { ok } from '../../../src/http/answer.ts';
import { deploymentList, deploymentListQuery } from '../../../src/http/deployment-list.ts';
import { endpoint } from '../../../src/http/endpoint.ts';
import { onLambda } from '../../../src/lambda.ts';
import { callers, corsOrigin, deployments, publicBaseUrl } from '../../../src/wiring.ts';

export const route = endpoint(
  { query: deploymentListQuery },
  (ports: { readonly deployments: Deployments }) =>
    async ({ query, caller, links }) =>
      ok(await deploymentList(ports, query, caller, links)),
);

export const handler = onLambda(route, { callers, corsOrigin, deployments, publicBaseUrl });
