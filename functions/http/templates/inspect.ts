import { endpoint } from '../../../src/http/pipeline/endpoint.ts';
import { inspect, inspecting, inspectionQuery } from '../../../src/http/templates/inspect.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, publicBaseUrl } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { imports } from '../../../src/wiring/imports.ts';

export const route = endpoint({ query: inspectionQuery, body: inspecting }, inspect);

export const handler = onLambda(route, { callers, corsOrigin, imports, publicBaseUrl });
