import { deploymentEndpoint } from '../../../src/http/endpoint.ts';
import { log } from '../../../src/http/log.ts';
import { onLambda } from '../../../src/lambda.ts';
import { callers, corsOrigin, deployments, files, publicBaseUrl } from '../../../src/wiring.ts';

export const route = deploymentEndpoint('see-secrets', {}, log);

export const handler = onLambda(route, { callers, corsOrigin, deployments, files, publicBaseUrl });
