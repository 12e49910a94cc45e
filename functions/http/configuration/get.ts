import { entity } from '../../../src/http/answer.ts';
import { configurationView } from '../../../src/http/configuration.ts';
import { publicEndpoint } from '../../../src/http/endpoint.ts';
import { onLambda } from '../../../src/lambda.ts';
import { corsOrigin, publicBaseUrl, serviceAddresses } from '../../../src/wiring.ts';

export const route = publicEndpoint(
  {},
  (ports: { readonly serviceAddresses: { readonly [name: string]: string } }) => async () =>
    entity(configurationView(ports.serviceAddresses)),
);

export const handler = onLambda(route, { corsOrigin, publicBaseUrl, serviceAddresses });
