import { reset, resetQuery, resetting, wasReset } from '../../../src/http/deployments/reset-deployment.ts';
import { deploymentChange } from '../../../src/http/pipeline/endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { createdByEverywhere, linkPorts } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { deployments, idempotentRequests, resources, timeline } from '../../../src/wiring/deployments.ts';
import { clock, ids } from '../../../src/wiring/system.ts';
import { workflows } from '../../../src/wiring/workflows.ts';

export const route = deploymentChange({ query: resetQuery, body: resetting }, wasReset, reset);

export const handler = onLambda(route, {
  ...linkPorts,
  callers,
  clock,
  createdByEverywhere,
  deployments,
  ids,
  idempotentRequests,
  resources,
  timeline,
  workflows,
});
