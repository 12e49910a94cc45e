import * as v from 'valibot';
import { deploymentChange } from '../../../src/http/pipeline/endpoint.ts';
import { act, actionQuery, actionTaken } from '../../../src/http/resources/act-on-resource.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import * as wiring from '../../../src/wiring.ts';

export const route = deploymentChange({ query: actionQuery, body: () => v.unknown() }, actionTaken, act);

export const handler = onLambda(route, {
  ...wiring.linkPorts,
  callers: wiring.callers,
  clock: wiring.clock,
  deployments: wiring.deployments,
  ids: wiring.ids,
  keyedRequests: wiring.keyedRequests,
  resources: wiring.resources,
  timeline: wiring.timeline,
  workflows: wiring.watchedWorkflows,
});
