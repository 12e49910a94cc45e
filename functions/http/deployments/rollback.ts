import { creationQuery } from '../../../src/http/deployments/create-deployment.ts';
import { rollback, rolledBack, rollingBack } from '../../../src/http/deployments/rollback-deployment.ts';
import { deploymentChange } from '../../../src/http/pipeline/endpoint.ts';
import { unlessPaused } from '../../../src/http/pipeline/unless-paused.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { createdByEverywhere, linkPorts } from '../../../src/wiring/answering.ts';
import { failedUpdates } from '../../../src/wiring/bounds.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { creationPorts } from '../../../src/wiring/creation.ts';
import { deployments, idempotentRequests, resources, timeline, versions } from '../../../src/wiring/deployments.ts';
import { files } from '../../../src/wiring/files.ts';
import { imports } from '../../../src/wiring/imports.ts';
import { policyPorts } from '../../../src/wiring/policies.ts';
import { updateDryRunPorts } from '../../../src/wiring/providers.ts';
import { pauses } from '../../../src/wiring/switches.ts';
import { clock, ids } from '../../../src/wiring/system.ts';
import { delegations } from '../../../src/wiring/tokens.ts';
import { useQuotas } from '../../../src/wiring/use-quotas.ts';
import { workflows } from '../../../src/wiring/workflows.ts';

const build = unlessPaused(rollback);

export const route = deploymentChange({ query: creationQuery, body: rollingBack }, rolledBack, build);

export const handler = onLambda(route, {
  ...creationPorts,
  ...updateDryRunPorts,
  ...linkPorts,
  ...policyPorts,
  callers,
  clock,
  createdByEverywhere,
  delegations,
  deployments,
  failedUpdates,
  files,
  ids,
  idempotentRequests,
  imports,
  ...{ pauses, resources, timeline },
  useQuotas,
  versions,
  workflows,
});
