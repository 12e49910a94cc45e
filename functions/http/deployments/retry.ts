import { creationQuery } from '../../../src/http/deployments/create-deployment.ts';
import { retried, retry, retrying } from '../../../src/http/deployments/retry-deployment.ts';
import { deploymentChange } from '../../../src/http/pipeline/endpoint.ts';
import { unlessPaused } from '../../../src/http/pipeline/unless-paused.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { createdByEverywhere, linkPorts } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { creationPorts } from '../../../src/wiring/creation.ts';
import { attempts, deployments, idempotentRequests, resources, timeline } from '../../../src/wiring/deployments.ts';
import { files } from '../../../src/wiring/files.ts';
import { imports } from '../../../src/wiring/imports.ts';
import { policyPorts } from '../../../src/wiring/policies.ts';
import { creationDryRunPorts, updateDryRunPorts } from '../../../src/wiring/providers.ts';
import { pauses } from '../../../src/wiring/switches.ts';
import { clock, ids } from '../../../src/wiring/system.ts';
import { delegations } from '../../../src/wiring/tokens.ts';
import { useQuotas } from '../../../src/wiring/use-quotas.ts';
import { workflows } from '../../../src/wiring/workflows.ts';

const build = unlessPaused(retry);

export const route = deploymentChange({ query: creationQuery, body: retrying, mayLackBody: true }, retried, build);

export const handler = onLambda(route, {
  ...creationPorts,
  ...creationDryRunPorts,
  ...updateDryRunPorts,
  ...linkPorts,
  ...policyPorts,
  attempts,
  callers,
  clock,
  createdByEverywhere,
  delegations,
  deployments,
  files,
  ids,
  idempotentRequests,
  imports,
  ...{ pauses, resources, timeline },
  useQuotas,
  workflows,
});
