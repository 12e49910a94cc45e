import { dependencyList } from '../../../src/http/operators/dependencies.ts';
import { administratorEndpoint } from '../../../src/http/pipeline/administrator.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, publicBaseUrl } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { dependencyStates } from '../../../src/wiring/switches.ts';

export const route = administratorEndpoint({}, dependencyList);

export const handler = onLambda(route, { callers, corsOrigin, dependencyStates, publicBaseUrl });
