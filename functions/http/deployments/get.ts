import { shownTo } from '../../../src/domain/deployments/record/disclosure.ts';
import { deploymentEntity } from '../../../src/http/deployments/deployment-entity.ts';
import type { ViewPorts } from '../../../src/http/deployments/views.ts';
import { deploymentQuery } from '../../../src/http/pipeline/ended-query.ts';
import { endedEndpoint } from '../../../src/http/pipeline/endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, createdByEverywhere, publicBaseUrl } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { deployments, ended } from '../../../src/wiring/deployments.ts';

/** GET /deployments/{deployment_id} */
export const route = endedEndpoint(
  'see',
  { query: deploymentQuery },
  (ports: ViewPorts) =>
    async ({ caller, deployment, links }) =>
      deploymentEntity(ports, links, shownTo(caller, deployment)),
);

export const handler = onLambda(route, { callers, corsOrigin, createdByEverywhere, deployments, ended, publicBaseUrl });
