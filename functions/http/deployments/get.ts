import { shownTo } from '../../../src/domain/deployments/disclosure.ts';
import { deploymentEntity } from '../../../src/http/deployment-entity.ts';
import { deploymentEndpoint } from '../../../src/http/endpoint.ts';
import type { ViewPorts } from '../../../src/http/views.ts';
import { onLambda } from '../../../src/lambda.ts';
import { callers, corsOrigin, createdByEverywhere, deployments, publicBaseUrl } from '../../../src/wiring.ts';

export const route = deploymentEndpoint(
  'see',
  {},
  (ports: ViewPorts) =>
    async ({ caller, deployment, links }) =>
      deploymentEntity(ports, links, shownTo(caller, deployment)),
);

export const handler = onLambda(route, { callers, corsOrigin, createdByEverywhere, deployments, publicBaseUrl });
