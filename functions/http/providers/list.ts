import { providerStates } from '../../../src/http/operators/providers.ts';
import { administratorEndpoint } from '../../../src/http/pipeline/administrator.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, publicBaseUrl } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { providerList } from '../../../src/wiring/configured-providers.ts';
import { providers } from '../../../src/wiring/providers.ts';
import { providerFailures, switches } from '../../../src/wiring/switches.ts';

export const route = administratorEndpoint({}, providerStates);

export const handler = onLambda(route, {
  callers,
  corsOrigin,
  providerFailures,
  providerList,
  providers,
  publicBaseUrl,
  switches,
});
