import { deploymentChange } from '../../../src/http/pipeline/endpoint.ts';
import { unlessPaused } from '../../../src/http/pipeline/unless-paused.ts';
import { calling, callOperation, runAccepted, runQuery } from '../../../src/http/runs/run.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { createdByEverywhere, linkPorts } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { plannerOf } from '../../../src/wiring/deployers.ts';
import { deployments, idempotentRequests, resources, timeline } from '../../../src/wiring/deployments.ts';
import { files } from '../../../src/wiring/files.ts';
import { imports } from '../../../src/wiring/imports.ts';
import { pauses } from '../../../src/wiring/switches.ts';
import { clock, ids } from '../../../src/wiring/system.ts';
import { delegations } from '../../../src/wiring/tokens.ts';
import { workflows } from '../../../src/wiring/workflows.ts';

const build = unlessPaused(callOperation);

export const route = deploymentChange({ query: runQuery, body: calling }, runAccepted, build);

export const handler = onLambda(route, {
  ...linkPorts,
  pauses,
  callers,
  clock,
  createdByEverywhere,
  delegations,
  deployments,
  files,
  idempotentRequests,
  ids,
  imports,
  plannerOf,
  resources,
  timeline,
  workflows,
});
