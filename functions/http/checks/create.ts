import { check, checkAnswer, checkQuery } from '../../../src/http/checks/checks.ts';
import { deploymentChange } from '../../../src/http/pipeline/endpoint.ts';
import { unlessPaused } from '../../../src/http/pipeline/unless-paused.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { createdByEverywhere, linkPorts } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { driftChecks } from '../../../src/wiring/checks.ts';
import { deployments, idempotentRequests, timeline } from '../../../src/wiring/deployments.ts';
import { pauses } from '../../../src/wiring/switches.ts';
import { clock, ids } from '../../../src/wiring/system.ts';
import { delegations } from '../../../src/wiring/tokens.ts';

const build = unlessPaused(check);

export const route = deploymentChange({ query: checkQuery }, checkAnswer, build);

export const handler = onLambda(route, {
  ...linkPorts,
  pauses,
  callers,
  clock,
  createdByEverywhere,
  delegations,
  deployments,
  driftChecks,
  idempotentRequests,
  ids,
  timeline,
});
