import { endpoint } from '../../../src/http/pipeline/endpoint.ts';
import { webhookList, webhookListQuery } from '../../../src/http/webhooks/webhooks.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, publicBaseUrl } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { groupWebhooks, webhookDeliveries } from '../../../src/wiring/group-webhooks.ts';

export const route = endpoint({ query: webhookListQuery }, webhookList);

export const handler = onLambda(route, { callers, corsOrigin, groupWebhooks, publicBaseUrl, webhookDeliveries });
