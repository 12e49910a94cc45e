import { entity } from '../../../src/http/pipeline/answer.ts';
import { endpoint } from '../../../src/http/pipeline/endpoint.ts';
import { meView } from '../../../src/http/service/me.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, publicBaseUrl } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';

/** GET /me */
export const route = endpoint(
  {},
  () =>
    async ({ caller }) =>
      entity(meView(caller)),
);

export const handler = onLambda(route, { callers, corsOrigin, publicBaseUrl });
