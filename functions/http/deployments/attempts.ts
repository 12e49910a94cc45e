import { attemptList, attemptListQuery } from '../../../src/http/deployments/attempt-list.ts';
import { deploymentEndpoint } from '../../../src/http/pipeline/endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, publicBaseUrl } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { attempts, deployments } from '../../../src/wiring/deployments.ts';

export const route = deploymentEndpoint('see', { query: attemptListQuery }, attemptList);

export const handler = onLambda(route, { attempts, callers, corsOrigin, deployments, publicBaseUrl });
