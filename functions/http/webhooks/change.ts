import { webhookEndpoint } from '../../../src/http/webhooks/webhook-endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { linkPorts } from '../../../src/wiring/answering.ts';
import { callbacksToPrivateAddresses } from '../../../src/wiring/bounds.ts';
import { webhookSecret } from '../../../src/wiring/callbacks.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { idempotentRequests } from '../../../src/wiring/deployments.ts';
import { groupsSubscribe, groupWebhooks, webhookDeliveries } from '../../../src/wiring/group-webhooks.ts';
import { clock, ids } from '../../../src/wiring/system.ts';

export const route = webhookEndpoint;

export const handler = onLambda(route, {
  ...linkPorts,
  ...{ callbacksToPrivateAddresses, callers, clock, groupsSubscribe, groupWebhooks },
  ...{ idempotentRequests, ids, webhookDeliveries, webhookSecret },
});
