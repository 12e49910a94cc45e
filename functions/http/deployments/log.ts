import { log, logQuery } from '../../../src/http/deployments/log.ts';
import { endedEndpoint } from '../../../src/http/pipeline/endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { callers, corsOrigin, deployments, ended, endedFiles, files, publicBaseUrl } from '../../../src/wiring.ts';

export const route = endedEndpoint('see-secrets', { query: logQuery }, log);

export const handler = onLambda(route, { callers, corsOrigin, deployments, ended, endedFiles, files, publicBaseUrl });
