import { deploymentEndpoint } from '../../../src/http/pipeline/endpoint.ts';
import { operations } from '../../../src/http/runs/list.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, publicBaseUrl } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { plannerOf } from '../../../src/wiring/deployers.ts';
import { deployments } from '../../../src/wiring/deployments.ts';
import { files } from '../../../src/wiring/files.ts';
import { imports } from '../../../src/wiring/imports.ts';

export const route = deploymentEndpoint('see', {}, operations);

export const handler = onLambda(route, {
  callers,
  corsOrigin,
  deployments,
  files,
  imports,
  plannerOf,
  publicBaseUrl,
});
