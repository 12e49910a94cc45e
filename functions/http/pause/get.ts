import { pauseState } from '../../../src/http/operators/pause.ts';
import { endpoint } from '../../../src/http/pipeline/endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, publicBaseUrl } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { pauses } from '../../../src/wiring/switches.ts';

export const route = endpoint({}, pauseState);

export const handler = onLambda(route, { callers, corsOrigin, pauses, publicBaseUrl });
