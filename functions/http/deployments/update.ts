import { creationQuery } from '../../../src/http/create-deployment.ts';
import { deploymentEndpoint } from '../../../src/http/endpoint.ts';
import { update, updating } from '../../../src/http/update-deployment.ts';
import { onLambda } from '../../../src/lambda.ts';
import * as wiring from '../../../src/wiring.ts';

export const route = deploymentEndpoint('change', { query: creationQuery, body: updating }, update);

export const handler = onLambda(route, {
  ...wiring.creationPorts,
  callers: wiring.callers,
  clock: wiring.clock,
  createdByInDetails: wiring.createdByInDetails,
  delegations: wiring.delegations,
  deployments: wiring.deployments,
  files: wiring.files,
  ids: wiring.ids,
  imports: wiring.imports,
  providers: wiring.providers,
  publicBaseUrl: wiring.publicBaseUrl,
  resources: wiring.resources,
  timeline: wiring.timeline,
  workflows: wiring.workflows,
});
