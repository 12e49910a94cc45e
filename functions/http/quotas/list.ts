import { endpoint } from '../../../src/http/pipeline/endpoint.ts';
import { quotaList, quotaListQuery } from '../../../src/http/quotas/quota-list.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, publicBaseUrl } from '../../../src/wiring/answering.ts';
import { quotas } from '../../../src/wiring/bounds.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { deployments } from '../../../src/wiring/deployments.ts';

export const route = endpoint({ query: quotaListQuery }, quotaList);

export const handler = onLambda(route, { callers, corsOrigin, deployments, publicBaseUrl, quotas });
