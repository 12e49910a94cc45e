import { shownTo } from '../../../src/domain/deployments/disclosure.ts';
import { deploymentEntity } from '../../../src/http/deployment-entity.ts';
import { deploymentQuery } from '../../../src/http/ended-query.ts';
import { endedEndpoint } from '../../../src/http/endpoint.ts';
import type { ViewPorts } from '../../../src/http/views.ts';
import { onLambda } from '../../../src/lambda.ts';
import { callers, corsOrigin, createdByEverywhere, deployments, ended, publicBaseUrl } from '../../../src/wiring.ts';

/** GET /deployments/{deployment_id} */
export const route = endedEndpoint(
  'see',
  { query: deploymentQuery },
  (ports: ViewPorts) =>
    async ({ caller, deployment, links }) =>
      deploymentEntity(ports, links, shownTo(caller, deployment)),
);

export const handler = onLambda(route, { callers, corsOrigin, createdByEverywhere, deployments, ended, publicBaseUrl });
