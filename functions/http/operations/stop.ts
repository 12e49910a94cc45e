import { wasChanged } from '../../../src/http/deployments/settings.ts';
import { deploymentChange } from '../../../src/http/pipeline/endpoint.ts';
import { runQuery, stop } from '../../../src/http/runs/run.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { createdByEverywhere, linkPorts } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { deployments, idempotentRequests, timeline } from '../../../src/wiring/deployments.ts';
import { clock, ids } from '../../../src/wiring/system.ts';

export const route = deploymentChange({ query: runQuery }, wasChanged, stop);

export const handler = onLambda(route, {
  ...linkPorts,
  callers,
  clock,
  createdByEverywhere,
  deployments,
  idempotentRequests,
  ids,
  timeline,
});
