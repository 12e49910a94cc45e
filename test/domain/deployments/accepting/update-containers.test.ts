import { expect, it } from 'vitest';
import { requestedNodes } from '../../../../src/domain/changes/requested.ts';
import { createDeployment } from '../../../../src/domain/deployments/accepting/create.ts';
import { updateDeployment } from '../../../../src/domain/deployments/accepting/update.ts';
import type { Deployment } from '../../../../src/domain/deployments/record/deployment.ts';
import { updateEffect } from '../../../../src/domain/deployments/updating/update-effect.ts';
import { processTemplate } from '../../../../src/tosca/process.ts';
import { limits, memoryWorld, type World } from '../world.ts';

const container = (name: string): string => `
    ${name}:
      type: tosca.nodes.Container.Application.Docker
      requirements: [{host: runtime}]
      artifacts: {image: {file: 'app:8', type: tosca.artifacts.Deployment.Image.Container.Docker}}`;

const containing = (...names: readonly string[]): string => `tosca_definitions_version: tosca_simple_yaml_1_0
imports: [{grycap: https://raw.githubusercontent.com/grycap/tosca/main/custom_types.yaml}]
topology_template:
  node_templates:${names.map(container).join('')}
    runtime: {type: tosca.nodes.Container.Runtime.Docker}
`;

const asking = (...names: readonly string[]) => ({ template: containing(...names), parameters: {}, limits });

const topologyOf = async (world: World, ...names: readonly string[]) => {
  const processed = await processTemplate(containing(...names), { inputs: {}, imports: world.imports });
  if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
  return processed.topology;
};

/** A deployment of one container, at rest. */
const shop = async () => {
  const world = memoryWorld();
  const { id, operation } = await createDeployment(world, {
    owner: { issuer: 'https://issuer.example', subject: 'olga' },
    ...asking('shop'),
  });
  await world.deployments.markStarted(id, operation.id);
  await world.deployments.record(id, operation.id, { status: 'CREATE_COMPLETE' });
  const now = async () => (await world.deployments.find(id)) as Deployment;
  const changes = async (...names: readonly string[]) => {
    const asked = {
      topology: await topologyOf(world, ...names),
      before: await world.resources.all(id),
      operationId: 'next',
    };
    return (await updateEffect(world, await now(), { ...asked, replace: false })).changes;
  };
  /** an update that was sent to the provider, and failed */
  const failUpdate = async (...names: readonly string[]) => {
    await updateDeployment(world, await now(), asking(...names));
    const { operation: update } = await now();
    const kept = { candidates: [], dropped: [], notes: [], asked: requestedNodes(await topologyOf(world, ...names)) };
    await world.files.putRanking(id, update.id, kept as never);
    await world.deployments.markStarted(id, update.id);
    await world.deployments.record(id, update.id, { status: 'UPDATE_FAILED', statusReason: 'why' });
  };
  return { world, now, changes, failUpdate };
};

it('an update that drops a container is refused, and nothing is written', async () => {
  const { world, now } = await shop();
  const before = await now();
  await expect(updateDeployment(world, before, asking('cart'))).rejects.toThrow(/shop: type from .+: refused: .+keeps/);
  expect(await now()).toEqual(before);
});

it('the template in force is accepted after an update that added a container failed, and the container is told', async () => {
  const { world, now, changes, failUpdate } = await shop();
  await failUpdate('shop', 'cart');
  expect(await changes('shop')).toMatchObject([{ node: 'cart', property: 'type', how: 'kept' }]);
  expect(await changes('cart')).toMatchObject([{ node: 'shop', property: 'type', how: 'refused' }]);
  await updateDeployment(world, await now(), asking('shop'));
  expect((await now()).status).toBe('UPDATE_IN_PROGRESS');
});
