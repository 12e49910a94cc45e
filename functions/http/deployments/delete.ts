import { deletionQuery, remove, removed } from '../../../src/http/deployments/delete-deployment.ts';
import { deploymentChange } from '../../../src/http/pipeline/endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { createdByEverywhere, linkPorts } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { attempts, deployments, repeatPorts, resources, timeline, versions } from '../../../src/wiring/deployments.ts';
import { endedFiles, files } from '../../../src/wiring/files.ts';
import { claims, orphans } from '../../../src/wiring/orphans.ts';
import { clock, ids } from '../../../src/wiring/system.ts';
import { delegations } from '../../../src/wiring/tokens.ts';
import { workflows } from '../../../src/wiring/workflows.ts';

export const route = deploymentChange({ query: deletionQuery }, removed, remove);

export const handler = onLambda(route, {
  ...linkPorts,
  ...repeatPorts,
  attempts,
  callers,
  claims,
  clock,
  createdByEverywhere,
  delegations,
  deployments,
  endedFiles,
  files,
  ids,
  orphans,
  resources,
  timeline,
  versions,
  workflows,
});
