import { deploymentEndpoint } from '../../../src/http/pipeline/endpoint.ts';
import { view, viewQuery } from '../../../src/http/view/view.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { createdByEverywhere, linkPorts } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { attempts, deployments, resources } from '../../../src/wiring/deployments.ts';
import { files } from '../../../src/wiring/files.ts';

export const route = deploymentEndpoint('see', { query: viewQuery }, view);

export const handler = onLambda(route, {
  ...linkPorts,
  attempts,
  callers,
  createdByEverywhere,
  deployments,
  files,
  resources,
});
