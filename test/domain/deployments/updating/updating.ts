/** An update of a deployment that stands, as the steps of its workflow find it. */

import { type UpdateRequest, updateDeployment } from '../../../../src/domain/deployments/accepting/update.ts';
import { rankProviders } from '../../../../src/domain/deployments/attempting/rank-providers.ts';
import { completeDeployment } from '../../../../src/domain/deployments/finishing/complete-deployment.ts';
import type { Attempt } from '../../../../src/domain/deployments/record/attempt.ts';
import type { Deployment } from '../../../../src/domain/deployments/record/deployment.ts';
import { beginUpdate } from '../../../../src/domain/deployments/updating/begin-update.ts';
import { changeInfrastructure } from '../../../../src/domain/deployments/updating/change-infrastructure.ts';
import { pollUpdate } from '../../../../src/domain/deployments/updating/poll-update.ts';
import { attempting } from '../attempting/attempting.ts';
import { limits } from '../world.ts';

/** Computes of these names. */
export const nodes = (...names: readonly string[]): string => `tosca_definitions_version: tosca_simple_yaml_1_0
topology_template:
  node_templates:
${names.map((name) => `    ${name}: { type: tosca.nodes.Compute }`).join('\n')}
`;

/** Second at which the update is accepted. */
export const acceptedAt = 30;

/** Nodes `web` and `db` stand, made by the first provider; then an update to this template is accepted. */
export const updating = async (template: string, changes: Partial<UpdateRequest> = {}) => {
  const one = await attempting();
  const { world, ref } = one;
  const { id } = one.deployment;
  await rankProviders(world)(ref);
  await one.submit();
  world.clock.advance(acceptedAt);
  await one.poll();
  await completeDeployment(world)(ref);
  await updateDeployment(world, (await one.now()) as Deployment, { template, parameters: {}, limits, ...changes });
  world.events.length = 0;
  world.notified.length = 0;
  const operationId = ((await one.now()) as Deployment).operation.id;
  const input = { deploymentId: id, operationId };
  return {
    ...one,
    ...{ clouds: world.clouds, operationId },
    begin: () => beginUpdate(world)(input),
    change: () => changeInfrastructure(world)(input),
    pollUpdate: () => pollUpdate(world)(input),
    attempt: async () => (await one.attempt()) as Attempt,
    stored: () => world.files.findRanking(id, operationId),
    states: async () =>
      Object.fromEntries((await world.resources.all(id)).map((resource) => [resource.toscaNodeName, resource.state])),
    machines: () => (world.clouds.made[0]?.machines ?? []).filter(({ removed }) => !removed).map(({ node }) => node),
  };
};

/** An update to this template, begun. */
export const begun = async (...given: Parameters<typeof updating>) => {
  const one = await updating(...given);
  await one.begin();
  return { ...one, after: (seconds: number) => one.world.clock.advance(seconds) };
};

/** The same, asked for and answered. */
export const asked = async (...given: Parameters<typeof updating>) => {
  const one = await begun(...given);
  await one.change();
  return one;
};
