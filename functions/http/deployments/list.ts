import type { Deployments } from '../../../src/domain/deployments/record/ports.ts';
import type { Clock } from '../../../src/foundation/clock.ts';
import {
  deploymentList,
  deploymentListQuery,
  deploymentListVersion,
  type ListPorts,
} from '../../../src/http/deployments/deployment-list.ts';
import { endpoint } from '../../../src/http/pipeline/endpoint.ts';
import { listAnswer } from '../../../src/http/pipeline/list-answer.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, publicBaseUrl } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { deployments, ended } from '../../../src/wiring/deployments.ts';
import { clock } from '../../../src/wiring/system.ts';

type Ports = ListPorts & { readonly deployments: Pick<Deployments, 'listVersion'>; readonly clock: Clock };

export const route = endpoint({ query: deploymentListQuery }, (ports: Ports) => (input) => {
  const { query, caller, links } = input;
  return listAnswer(input, ports.clock, {
    versions: () => deploymentListVersion(ports, query, caller),
    body: () => deploymentList(ports, query, caller, links),
  });
});

export const handler = onLambda(route, { callers, clock, corsOrigin, deployments, ended, publicBaseUrl });
