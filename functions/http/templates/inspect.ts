import { endpoint } from '../../../src/http/pipeline/endpoint.ts';
import { inspect, inspecting, inspectionQuery } from '../../../src/http/templates/inspect.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { callers, corsOrigin, imports, publicBaseUrl } from '../../../src/wiring.ts';

export const route = endpoint({ query: inspectionQuery, body: inspecting }, inspect);

export const handler = onLambda(route, { callers, corsOrigin, imports, publicBaseUrl });
