import { creationQuery } from '../../../src/http/deployments/create-deployment.ts';
import { update, updated, updating } from '../../../src/http/deployments/update-deployment.ts';
import { deploymentChange } from '../../../src/http/pipeline/endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import * as wiring from '../../../src/wiring.ts';

export const route = deploymentChange({ query: creationQuery, body: updating }, updated, update);

export const handler = onLambda(route, {
  ...wiring.creationPorts,
  ...wiring.updateDryRunPorts,
  ...wiring.linkPorts,
  callers: wiring.callers,
  clock: wiring.clock,
  createdByEverywhere: wiring.createdByEverywhere,
  delegations: wiring.delegations,
  deployments: wiring.deployments,
  files: wiring.files,
  ids: wiring.ids,
  idempotentRequests: wiring.idempotentRequests,
  imports: wiring.imports,
  resources: wiring.resources,
  timeline: wiring.timeline,
  workflows: wiring.workflows,
});
