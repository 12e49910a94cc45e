import { costList, costListQuery } from '../../../src/http/costs/cost-list.ts';
import { endpoint } from '../../../src/http/pipeline/endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, publicBaseUrl } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { deployments } from '../../../src/wiring/deployments.ts';

export const route = endpoint({ query: costListQuery }, costList);

export const handler = onLambda(route, { callers, corsOrigin, deployments, publicBaseUrl });
