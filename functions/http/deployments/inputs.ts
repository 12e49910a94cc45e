import { inputs } from '../../../src/http/deployments/inputs.ts';
import { deploymentEndpoint } from '../../../src/http/pipeline/endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { callers, corsOrigin, deployments, files, imports, publicBaseUrl } from '../../../src/wiring.ts';

export const route = deploymentEndpoint('see-secrets', {}, inputs);

export const handler = onLambda(route, { callers, corsOrigin, deployments, files, imports, publicBaseUrl });
