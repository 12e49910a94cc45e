import { deploymentQuery } from '../../../src/http/ended-query.ts';
import { endedEndpoint } from '../../../src/http/endpoint.ts';
import { log } from '../../../src/http/log.ts';
import { onLambda } from '../../../src/lambda.ts';
import { callers, corsOrigin, deployments, ended, endedFiles, files, publicBaseUrl } from '../../../src/wiring.ts';

export const route = endedEndpoint('see-secrets', { query: deploymentQuery }, log);

export const handler = onLambda(route, { callers, corsOrigin, deployments, ended, endedFiles, files, publicBaseUrl });
