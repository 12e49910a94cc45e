import { letterList } from '../../../src/http/operators/dead-letters.ts';
import { administratorEndpoint } from '../../../src/http/pipeline/administrator.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, publicBaseUrl } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { deadLetters } from '../../../src/wiring/dead-letters.ts';

export const route = administratorEndpoint({}, letterList);

export const handler = onLambda(route, { callers, corsOrigin, deadLetters, publicBaseUrl });
