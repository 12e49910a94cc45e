import * as v from 'valibot';
import { act, actionQuery } from '../../../src/http/act-on-resource.ts';
import { deploymentEndpoint } from '../../../src/http/endpoint.ts';
import { onLambda } from '../../../src/lambda.ts';
import * as wiring from '../../../src/wiring.ts';

export const route = deploymentEndpoint('change', { query: actionQuery, body: () => v.unknown() }, act);

export const handler = onLambda(route, {
  callers: wiring.callers,
  clock: wiring.clock,
  deployments: wiring.deployments,
  ids: wiring.ids,
  publicBaseUrl: wiring.publicBaseUrl,
  resources: wiring.resources,
  timeline: wiring.timeline,
  workflows: wiring.watchedWorkflows,
});
