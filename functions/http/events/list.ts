import { eventList, eventListQuery } from '../../../src/http/events/event-list.ts';
import { endpoint } from '../../../src/http/pipeline/endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, publicBaseUrl } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { eventStream } from '../../../src/wiring/deployments.ts';

export const route = endpoint({ query: eventListQuery }, eventList);

export const handler = onLambda(route, { callers, corsOrigin, eventStream, publicBaseUrl });
