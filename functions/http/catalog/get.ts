import { catalogEntry } from '../../../src/http/catalog/catalog.ts';
import { endpoint } from '../../../src/http/pipeline/endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, publicBaseUrl } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { catalog } from '../../../src/wiring/catalog.ts';

export const route = endpoint({}, catalogEntry);

export const handler = onLambda(route, { callers, catalog, corsOrigin, publicBaseUrl });
