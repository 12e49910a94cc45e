import { catalogList } from '../../../src/http/catalog/catalog.ts';
import { endpoint } from '../../../src/http/pipeline/endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { callers, corsOrigin, publicBaseUrl } from '../../../src/wiring.ts';
import { catalog } from '../../../src/wiring-service.ts';

export const route = endpoint({}, catalogList);

export const handler = onLambda(route, { callers, catalog, corsOrigin, publicBaseUrl });
