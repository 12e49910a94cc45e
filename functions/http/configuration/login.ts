import { entity } from '../../../src/http/pipeline/answer.ts';
import { publicEndpoint } from '../../../src/http/pipeline/endpoint.ts';
import { type Login, loginList } from '../../../src/http/service/logins.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, publicBaseUrl } from '../../../src/wiring/answering.ts';
import { logins } from '../../../src/wiring/service.ts';

export const route = publicEndpoint(
  {},
  (ports: { readonly logins: readonly Login[] }) => async () => entity(loginList(ports.logins)),
);

export const handler = onLambda(route, { corsOrigin, logins, publicBaseUrl });
