import * as v from 'valibot';
import { deploymentChange } from '../../../src/http/pipeline/endpoint.ts';
import { act, actionAnswer, actionQuery } from '../../../src/http/resources/act-on-resource.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import * as wiring from '../../../src/wiring.ts';

export const route = deploymentChange({ query: actionQuery, body: () => v.unknown() }, actionAnswer, act);

export const handler = onLambda(route, {
  ...wiring.linkPorts,
  actionSweepQueue: wiring.actionSweepQueue,
  callers: wiring.callers,
  clock: wiring.clock,
  deployments: wiring.deployments,
  ids: wiring.ids,
  idempotentRequests: wiring.idempotentRequests,
  resources: wiring.resources,
  timeline: wiring.timeline,
  workflows: wiring.workflows,
});
