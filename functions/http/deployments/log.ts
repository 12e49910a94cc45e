import { log, logQuery } from '../../../src/http/deployments/log.ts';
import { endedEndpoint } from '../../../src/http/pipeline/endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, publicBaseUrl } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { deployments, ended } from '../../../src/wiring/deployments.ts';
import { endedFiles, files } from '../../../src/wiring/files.ts';

export const route = endedEndpoint('see-secrets', { query: logQuery }, log);

export const handler = onLambda(route, { callers, corsOrigin, deployments, ended, endedFiles, files, publicBaseUrl });
