import { versionList, versionsQuery } from '../../../src/http/deployments/versions.ts';
import { endedEndpoint } from '../../../src/http/pipeline/endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, publicBaseUrl } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { deployments, ended, versions } from '../../../src/wiring/deployments.ts';

export const route = endedEndpoint('see', { query: versionsQuery }, versionList);

export const handler = onLambda(route, { callers, corsOrigin, deployments, ended, publicBaseUrl, versions });
