import { settingQuery, wasChanged } from '../../../src/http/deployments/settings.ts';
import { label, labelling } from '../../../src/http/labels/labels.ts';
import { deploymentChange } from '../../../src/http/pipeline/endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { createdByEverywhere, linkPorts } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { deployments, idempotentRequests, timeline } from '../../../src/wiring/deployments.ts';
import { clock, ids } from '../../../src/wiring/system.ts';

export const route = deploymentChange({ query: settingQuery, body: labelling }, wasChanged, label);

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
