import { settingQuery, wasChanged } from '../../../src/http/deployments/settings.ts';
import { changeLifetime, lifetime } from '../../../src/http/lifetime/lifetime.ts';
import { deploymentChange } from '../../../src/http/pipeline/endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { createdByEverywhere, linkPorts } from '../../../src/wiring/answering.ts';
import { creationLimits } from '../../../src/wiring/bounds.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { deployments, idempotentRequests, timeline } from '../../../src/wiring/deployments.ts';
import { clock, ids } from '../../../src/wiring/system.ts';

export const route = deploymentChange({ query: settingQuery, body: lifetime }, wasChanged, changeLifetime);

export const handler = onLambda(route, {
  ...linkPorts,
  callers,
  clock,
  createdByEverywhere,
  creationLimits,
  deployments,
  idempotentRequests,
  ids,
  timeline,
});
