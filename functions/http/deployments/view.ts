import { deploymentEndpoint } from '../../../src/http/pipeline/endpoint.ts';
import { view, viewQuery } from '../../../src/http/view/view.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import * as wiring from '../../../src/wiring.ts';

export const route = deploymentEndpoint('see', { query: viewQuery }, view);

export const handler = onLambda(route, {
  ...wiring.linkPorts,
  attempts: wiring.attempts,
  callers: wiring.callers,
  createdByEverywhere: wiring.createdByEverywhere,
  deployments: wiring.deployments,
  files: wiring.files,
  resources: wiring.resources,
});
