import { deletionQuery, remove } from '../../../src/http/delete-deployment.ts';
import { deploymentEndpoint } from '../../../src/http/endpoint.ts';
import { onLambda } from '../../../src/lambda.ts';
import * as wiring from '../../../src/wiring.ts';

export const route = deploymentEndpoint('change', { query: deletionQuery }, remove);

export const handler = onLambda(route, {
  attempts: wiring.attempts,
  callers: wiring.callers,
  clock: wiring.clock,
  createdByInDetails: wiring.createdByInDetails,
  delegations: wiring.delegations,
  deployments: wiring.deployments,
  files: wiring.entrustedFiles,
  ids: wiring.ids,
  publicBaseUrl: wiring.publicBaseUrl,
  resources: wiring.resources,
  timeline: wiring.timeline,
  workflows: wiring.workflows,
});
