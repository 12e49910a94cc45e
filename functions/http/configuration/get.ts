import { entity } from '../../../src/http/pipeline/answer.ts';
import { publicEndpoint } from '../../../src/http/pipeline/endpoint.ts';
import { configurationView } from '../../../src/http/service/configuration.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, publicBaseUrl } from '../../../src/wiring/answering.ts';
import { serviceAddresses } from '../../../src/wiring/configured-providers.ts';

export const route = publicEndpoint(
  {},
  (ports: { readonly serviceAddresses: { readonly [name: string]: string } }) => async () =>
    entity(configurationView(ports.serviceAddresses)),
);

export const handler = onLambda(route, { corsOrigin, publicBaseUrl, serviceAddresses });
