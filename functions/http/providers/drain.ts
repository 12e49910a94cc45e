import { drainingChange, drainingQuery, drainProvider, findProvider } from '../../../src/http/operators/providers.ts';
import { administratorChange } from '../../../src/http/pipeline/administrator.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { linkPorts } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { providerList } from '../../../src/wiring/configured-providers.ts';
import { idempotentRequests } from '../../../src/wiring/deployments.ts';
import { providers } from '../../../src/wiring/providers.ts';
import { providerFailures, switches } from '../../../src/wiring/switches.ts';
import { clock, ids } from '../../../src/wiring/system.ts';

export const route = administratorChange({ query: drainingQuery, body: drainingChange }, findProvider, drainProvider);

export const handler = onLambda(route, {
  ...linkPorts,
  callers,
  clock,
  idempotentRequests,
  ids,
  providerFailures,
  providerList,
  providers,
  switches,
});
