import { ok } from '../../../src/http/answer.ts';
import { deploymentEndpoint } from '../../../src/http/endpoint.ts';
import { deploymentView } from '../../../src/http/views.ts';
import { onLambda } from '../../../src/lambda.ts';
import { callers, deployments, publicBaseUrl } from '../../../src/wiring.ts';

export const route = deploymentEndpoint(
  'see',
  {},
  () =>
    async ({ deployment, links }) =>
      ok(deploymentView(links, deployment)),
);

export const handler = onLambda(route, { callers, deployments, publicBaseUrl });
