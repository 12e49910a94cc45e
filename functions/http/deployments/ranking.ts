import { ranking } from '../../../src/http/deployments/ranking.ts';
import { deploymentEndpoint } from '../../../src/http/pipeline/endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { callers, corsOrigin, deployments, files, publicBaseUrl } from '../../../src/wiring.ts';

export const route = deploymentEndpoint('see', {}, ranking);

export const handler = onLambda(route, { callers, corsOrigin, deployments, files, publicBaseUrl });
