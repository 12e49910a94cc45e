import { create, creationQuery } from '../../../src/http/deployments/create-deployment.ts';
import { creation } from '../../../src/http/deployments/creation.ts';
import { endpoint } from '../../../src/http/pipeline/endpoint.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import * as wiring from '../../../src/wiring.ts';

export const route = endpoint({ query: creationQuery, body: creation }, create);

export const handler = onLambda(route, {
  ...wiring.creationPorts,
  ...wiring.creationDryRunPorts,
  ...wiring.linkPorts,
  ...wiring.repeatPorts,
  callers: wiring.callers,
  clock: wiring.clock,
  createdByEverywhere: wiring.createdByEverywhere,
  delegations: wiring.delegations,
  deployments: wiring.deployments,
  files: wiring.files,
  ids: wiring.ids,
  imports: wiring.imports,
  resources: wiring.resources,
  timeline: wiring.timeline,
  workflows: wiring.workflows,
});
