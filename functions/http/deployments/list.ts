import { deploymentList, deploymentListQuery, type ListPorts } from '../../../src/http/deployments/deployment-list.ts';
import { ok } from '../../../src/http/pipeline/answer.ts';
import { endpoint } from '../../../src/http/pipeline/endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { callers, corsOrigin, deployments, ended, publicBaseUrl } from '../../../src/wiring.ts';

export const route = endpoint(
  { query: deploymentListQuery },
  (ports: ListPorts) =>
    async ({ query, caller, links }) =>
      ok(await deploymentList(ports, query, caller, links)),
);

export const handler = onLambda(route, { callers, corsOrigin, deployments, ended, publicBaseUrl });
