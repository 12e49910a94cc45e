import { creationQuery } from '../../../src/http/deployments/create-deployment.ts';
import { move, moveAccepted, moving as movingBody } from '../../../src/http/deployments/move-deployment.ts';
import { deploymentChange } from '../../../src/http/pipeline/endpoint.ts';
import { unlessPaused } from '../../../src/http/pipeline/unless-paused.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { createdByEverywhere, linkPorts } from '../../../src/wiring/answering.ts';
import { moving } from '../../../src/wiring/bounds.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { driftChecks } from '../../../src/wiring/checks.ts';
import { clusterCredentials } from '../../../src/wiring/creation.ts';
import { attempts, deployments, idempotentRequests, resources, timeline } from '../../../src/wiring/deployments.ts';
import { files } from '../../../src/wiring/files.ts';
import { imports } from '../../../src/wiring/imports.ts';
import { policyPorts } from '../../../src/wiring/policies.ts';
import { creationDryRunPorts } from '../../../src/wiring/providers.ts';
import { moveStates, pauses } from '../../../src/wiring/switches.ts';
import { clock, ids } from '../../../src/wiring/system.ts';
import { delegations } from '../../../src/wiring/tokens.ts';
import { useQuotas } from '../../../src/wiring/use-quotas.ts';
import { workflows } from '../../../src/wiring/workflows.ts';

const build = unlessPaused(move);

export const route = deploymentChange(
  { query: creationQuery, body: movingBody, mayLackBody: true },
  moveAccepted,
  build,
);

export const handler = onLambda(route, {
  ...creationDryRunPorts,
  ...linkPorts,
  ...policyPorts,
  ...{ attempts, callers, clock, clusterCredentials, createdByEverywhere, delegations, deployments },
  ...{ driftChecks, files, ids, idempotentRequests, imports, moveStates, moving, pauses },
  ...{ resources, timeline, useQuotas, workflows },
});
