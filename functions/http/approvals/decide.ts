import { decide, decision, decisionQuery, wasDecided } from '../../../src/http/approvals/approvals.ts';
import { approvalChange } from '../../../src/http/pipeline/endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { createdByEverywhere, linkPorts } from '../../../src/wiring/answering.ts';
import { moving } from '../../../src/wiring/bounds.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { driftChecks } from '../../../src/wiring/checks.ts';
import { deployments, idempotentRequests, timeline } from '../../../src/wiring/deployments.ts';
import { moveStates, pauses } from '../../../src/wiring/switches.ts';
import { clock, ids } from '../../../src/wiring/system.ts';
import { workflows } from '../../../src/wiring/workflows.ts';

export const route = approvalChange({ query: decisionQuery, body: decision }, wasDecided, decide);

export const handler = onLambda(route, {
  ...linkPorts,
  pauses,
  callers,
  clock,
  createdByEverywhere,
  deployments,
  driftChecks,
  idempotentRequests,
  ids,
  moveStates,
  moving,
  timeline,
  workflows,
});
