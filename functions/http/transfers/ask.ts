import { settingQuery, wasChanged } from '../../../src/http/deployments/settings.ts';
import { deploymentChangeWith } from '../../../src/http/pipeline/endpoint.ts';
import { askForOwner, transferBody } from '../../../src/http/transfers/transfers.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { createdByEverywhere, linkPorts } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { deployments, idempotentRequests, timeline } from '../../../src/wiring/deployments.ts';
import { clock, ids } from '../../../src/wiring/system.ts';
import { delegations } from '../../../src/wiring/tokens.ts';

export const route = deploymentChangeWith('give', { query: settingQuery, body: transferBody }, wasChanged, askForOwner);

export const handler = onLambda(route, {
  ...linkPorts,
  callers,
  clock,
  createdByEverywhere,
  delegations,
  deployments,
  idempotentRequests,
  ids,
  timeline,
});
