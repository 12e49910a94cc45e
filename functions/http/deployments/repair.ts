import { creationQuery } from '../../../src/http/deployments/create-deployment.ts';
import { repair, repairAccepted, repairing } from '../../../src/http/deployments/repair-deployment.ts';
import { deploymentChange } from '../../../src/http/pipeline/endpoint.ts';
import { unlessPaused } from '../../../src/http/pipeline/unless-paused.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { createdByEverywhere, linkPorts } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { driftChecks } from '../../../src/wiring/checks.ts';
import { deployments, idempotentRequests, resources, timeline } from '../../../src/wiring/deployments.ts';
import { files } from '../../../src/wiring/files.ts';
import { pauses } from '../../../src/wiring/switches.ts';
import { clock, ids } from '../../../src/wiring/system.ts';
import { delegations } from '../../../src/wiring/tokens.ts';
import { workflows } from '../../../src/wiring/workflows.ts';

const build = unlessPaused(repair);

export const route = deploymentChange({ query: creationQuery, body: repairing }, repairAccepted, build);

export const handler = onLambda(route, {
  ...linkPorts,
  pauses,
  callers,
  clock,
  createdByEverywhere,
  delegations,
  deployments,
  driftChecks,
  files,
  ids,
  idempotentRequests,
  resources,
  timeline,
  workflows,
});
