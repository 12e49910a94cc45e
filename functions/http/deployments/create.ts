import { create, newDeploymentQuery } from '../../../src/http/deployments/create-deployment.ts';
import { creation } from '../../../src/http/deployments/creation.ts';
import { endpoint } from '../../../src/http/pipeline/endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { adopterOf } from '../../../src/wiring/adoption.ts';
import { createdByEverywhere, linkPorts } from '../../../src/wiring/answering.ts';
import { quotas } from '../../../src/wiring/bounds.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { creationPorts } from '../../../src/wiring/creation.ts';
import { deployments, repeatPorts, resources, timeline } from '../../../src/wiring/deployments.ts';
import { files } from '../../../src/wiring/files.ts';
import { imports } from '../../../src/wiring/imports.ts';
import { claims } from '../../../src/wiring/orphans.ts';
import { policyPorts } from '../../../src/wiring/policies.ts';
import { creationDryRunPorts } from '../../../src/wiring/providers.ts';
import { pauses } from '../../../src/wiring/switches.ts';
import { clock, ids } from '../../../src/wiring/system.ts';
import { delegations } from '../../../src/wiring/tokens.ts';
import { useQuotas } from '../../../src/wiring/use-quotas.ts';
import { workflows } from '../../../src/wiring/workflows.ts';

export const route = endpoint({ query: newDeploymentQuery, body: creation }, create);

export const handler = onLambda(route, {
  ...creationPorts,
  ...creationDryRunPorts,
  ...linkPorts,
  ...policyPorts,
  ...repeatPorts,
  ...{ adopterOf, pauses },
  callers,
  claims,
  clock,
  createdByEverywhere,
  delegations,
  deployments,
  files,
  ids,
  imports,
  quotas,
  resources,
  timeline,
  useQuotas,
  workflows,
});
