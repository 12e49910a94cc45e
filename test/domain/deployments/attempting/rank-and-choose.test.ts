import { expect, it } from 'vitest';
import { rankAndChoose } from '../../../../src/domain/deployments/attempting/rank-and-choose.ts';
import { attempting } from './attempting.ts';

const template = `tosca_definitions_version: tosca_simple_yaml_1_0
topology_template:
  node_templates:
    web: { type: tosca.nodes.Compute }
`;

it('ranks the providers and chooses the first attempt; a repeat answers the same', async () => {
  const one = await attempting();
  await one.world.files.putTemplate(one.deployment.id, one.deployment.templateOf, template);
  const { deploymentId, operationId } = one.ref;
  const step = rankAndChoose(one.world);
  const chosen = { candidates: ['alpha', 'beta'], attempt: { number: 1, providerId: 'alpha', last: false } };
  expect(await step({ deploymentId, operationId })).toEqual(chosen);
  expect(await step({ deploymentId, operationId })).toEqual(chosen);
  expect(one.world.stores.kept.attempts.size).toBe(0);
});
