import { ok } from '../../../src/http/answer.ts';
import { deploymentList, deploymentListQuery, type ListPorts } from '../../../src/http/deployment-list.ts';
import { endpoint } from '../../../src/http/endpoint.ts';
import { onLambda } from '../../../src/lambda.ts';
import { callers, corsOrigin, deployments, ended, publicBaseUrl } from '../../../src/wiring.ts';

export const route = endpoint(
  { query: deploymentListQuery },
  (ports: ListPorts) =>
    async ({ query, caller, links }) =>
      ok(await deploymentList(ports, query, caller, links)),
);

export const handler = onLambda(route, { callers, corsOrigin, deployments, ended, publicBaseUrl });
