import { deletionQuery, remove, removed } from '../../../src/http/deployments/delete-deployment.ts';
import { deploymentChange } from '../../../src/http/pipeline/endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import * as wiring from '../../../src/wiring.ts';
import { orphans } from '../../../src/wiring-upkeep.ts';

export const route = deploymentChange({ query: deletionQuery }, removed, remove);

export const handler = onLambda(route, {
  ...wiring.linkPorts,
  ...wiring.repeatPorts,
  attempts: wiring.attempts,
  callers: wiring.callers,
  clock: wiring.clock,
  createdByEverywhere: wiring.createdByEverywhere,
  delegations: wiring.delegations,
  deployments: wiring.deployments,
  endedFiles: wiring.endedFiles,
  files: wiring.files,
  ids: wiring.ids,
  orphans,
  resources: wiring.resources,
  timeline: wiring.timeline,
  workflows: wiring.workflows,
});
