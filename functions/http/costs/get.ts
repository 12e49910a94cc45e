import { deploymentCost } from '../../../src/http/costs/deployment-cost.ts';
import { deploymentEndpoint } from '../../../src/http/pipeline/endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, publicBaseUrl } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { deployments, resources } from '../../../src/wiring/deployments.ts';
import { files } from '../../../src/wiring/files.ts';

export const route = deploymentEndpoint('see', {}, deploymentCost);

export const handler = onLambda(route, { callers, corsOrigin, deployments, files, publicBaseUrl, resources });
