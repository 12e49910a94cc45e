import { publicEndpoint } from '../../../src/http/pipeline/endpoint.ts';
import { type PagePorts, page } from '../../../src/http/ui/page.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, publicBaseUrl } from '../../../src/wiring/answering.ts';
import { dashboard, logins } from '../../../src/wiring/service.ts';

export const route = publicEndpoint(
  {},
  (ports: PagePorts) =>
    async ({ path, links }) =>
      page(ports, path['proxy'] ?? '', links),
);

export const handler = onLambda(route, { corsOrigin, dashboard, logins, publicBaseUrl });
