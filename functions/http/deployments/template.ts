import { deploymentEndpoint } from '../../../src/http/endpoint.ts';
import { template } from '../../../src/http/template.ts';
import { onLambda } from '../../../src/lambda.ts';
import { callers, corsOrigin, deployments, files, publicBaseUrl } from '../../../src/wiring.ts';

export const route = deploymentEndpoint('see', {}, template);

export const handler = onLambda(route, { callers, corsOrigin, deployments, files, publicBaseUrl });
