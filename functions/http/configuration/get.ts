import { entity } from '../../../src/http/answer.ts';
import { publicEndpoint } from '../../../src/http/endpoint.ts';
import { onLambda } from '../../../src/lambda.ts';
import { publicBaseUrl, serviceAddresses } from '../../../src/wiring.ts';

/** interface.md, Configuration: flat, every value a text; clients fail on anything else. */
export const route = publicEndpoint(
  {},
  (ports: { readonly serviceAddresses: { readonly [name: string]: string } }) => async () =>
    entity(ports.serviceAddresses),
);

export const handler = onLambda(route, { publicBaseUrl, serviceAddresses });
