import { reset, resetQuery, resetting, wasReset } from '../../../src/http/deployments/reset-deployment.ts';
import { deploymentChange } from '../../../src/http/pipeline/endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import * as wiring from '../../../src/wiring.ts';

export const route = deploymentChange({ query: resetQuery, body: resetting }, wasReset, reset);

export const handler = onLambda(route, {
  ...wiring.linkPorts,
  callers: wiring.callers,
  clock: wiring.clock,
  createdByEverywhere: wiring.createdByEverywhere,
  deployments: wiring.deployments,
  ids: wiring.ids,
  idempotentRequests: wiring.idempotentRequests,
  resources: wiring.resources,
  timeline: wiring.timeline,
  workflows: wiring.workflows,
});
