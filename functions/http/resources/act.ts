import * as v from 'valibot';
import { deploymentChange } from '../../../src/http/pipeline/endpoint.ts';
import { unlessPaused } from '../../../src/http/pipeline/unless-paused.ts';
import { act, actionAnswer, actionQuery } from '../../../src/http/resources/act-on-resource.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { linkPorts } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { deployments, idempotentRequests, resources, timeline } from '../../../src/wiring/deployments.ts';
import { actionSweepQueue } from '../../../src/wiring/sweeps.ts';
import { pauses } from '../../../src/wiring/switches.ts';
import { clock, ids } from '../../../src/wiring/system.ts';
import { workflows } from '../../../src/wiring/workflows.ts';

const build = unlessPaused(act);

export const route = deploymentChange({ query: actionQuery, body: () => v.unknown() }, actionAnswer, build);

export const handler = onLambda(route, {
  ...linkPorts,
  pauses,
  actionSweepQueue,
  callers,
  clock,
  deployments,
  ids,
  idempotentRequests,
  resources,
  timeline,
  workflows,
});
