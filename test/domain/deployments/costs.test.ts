import { expect, it, vi } from 'vitest';
import { creationPreview } from '../../../src/adapters/cloudformation/creation-preview.ts';
import type { Order } from '../../../src/domain/deployers/planner.ts';
import { updateDeployment } from '../../../src/domain/deployments/accepting/update.ts';
import { rankProviders } from '../../../src/domain/deployments/attempting/rank-providers.ts';
import { completeDeployment } from '../../../src/domain/deployments/finishing/complete-deployment.ts';
import type { Deployment } from '../../../src/domain/deployments/record/deployment.ts';
import { beginUpdate } from '../../../src/domain/deployments/updating/begin-update.ts';
import { deploymentCost } from '../../../src/http/costs/deployment-cost.ts';
import { attempting } from './attempting/attempting.ts';
import { limits } from './world.ts';

const withMachines = (count: number) => `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    web: { type: tosca.nodes.Compute, capabilities: { scalable: { properties: { min_instances: 1, max_instances: 9, default_instances: ${count} } } } }
`;

/** Each machine costs ten cents at `alpha`; of `beta` nobody knows. */
const creationPreviewOf = (id: string) =>
  id === 'alpha'
    ? async ({ machines = [] }: { readonly machines?: readonly { readonly node: string }[] }) => ({
        resources: [],
        cost: {
          ...{ currency: 'USD', hourly: machines.length / 10, monthly: machines.length * 73 },
          ...{ pricesOf: '2026-11-22', region: 'us-east-1', leftOut: ['taxes'] },
          items: machines.map(({ node }, n) => ({
            name: `M${n}`,
            node,
            what: 'small',
            hourly: 0.1,
            whileRunning: true,
          })),
        },
      })
    : undefined;

const standing = async (count = 1) => {
  const one = await attempting();
  await one.world.files.putTemplate(one.deployment.id, one.deployment.templateOf, withMachines(count));
  const ports = { ...one.world, creationPreviewOf } as never;
  await rankProviders(ports)(one.ref);
  await one.submit();
  one.world.clock.advance(30);
  await one.poll();
  await completeDeployment(one.world)(one.ref);
  return { ...one, ports, deployment: (await one.now()) as Deployment };
};

it('what stands costs what the plan of its provider said, and an update that is accepted changes nothing yet', async () => {
  const one = await standing(2);
  expect(one.deployment.cost).toEqual({ hourly: 0.2, monthly: 146 });
  await updateDeployment(one.world, one.deployment, {
    template: withMachines(3),
    parameters: {},
    limits,
    replace: true,
  });
  const { operation, cost } = (await one.now()) as Deployment;
  expect(cost).toEqual({ hourly: 0.2, monthly: 146 });
  const input = { deploymentId: one.deployment.id, operationId: operation.id };
  await beginUpdate(one.ports)(input);
  const ranking = await one.world.files.findRanking(input.deploymentId, input.operationId);
  expect(ranking?.candidates).toMatchObject([{ id: 'alpha', cost: { hourly: 0.3, unpriced: [] } }]);
  expect((await one.now())?.cost).toEqual({ hourly: 0.2, monthly: 146 });
});

it('is ranked without a cost where none can be estimated, which the log says of that provider', async () => {
  const lines = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const one = await attempting();
  await one.world.files.putTemplate(one.deployment.id, one.deployment.templateOf, withMachines(1));
  const { deploymentId, operationId } = one.ref;
  // a federation ranks `beta`, which is configured here as a stack: nothing was translated for it
  const previews = (id: string) =>
    id === 'beta' ? async (order: Order) => creationPreview(order, 'eu-west-1') : creationPreviewOf(id);
  const ports = { ...one.world, creationPreviewOf: previews } as never;
  expect(await rankProviders(ports)({ deploymentId, operationId })).toEqual({ candidates: ['alpha', 'beta'] });
  const said = lines.mock.calls.map(([line]) => JSON.parse(String(line)) as unknown);
  lines.mockRestore();
  const [alpha, beta] = (await one.world.files.findRanking(deploymentId, operationId))?.candidates ?? [];
  expect(alpha).toMatchObject({ id: 'alpha', cost: { hourly: 0.1 } });
  expect(beta).not.toHaveProperty('cost');
  expect(said).toEqual([
    expect.objectContaining({
      ...{ level: 'WARN', message: expect.stringContaining('could not be estimated'), providerId: 'beta' },
      error: expect.objectContaining({ detail: expect.stringContaining('nothing was translated') }),
    }),
  ]);
});

it('a machine that is stopped costs less now', async () => {
  const one = await standing(2);
  const asked = async () => (await deploymentCost(one.world)({ deployment: one.deployment })).json;
  expect(await asked()).toMatchObject({ provider: 'alpha', estimate: { hourly: 0.2 }, now: 0.2, unpriced: [] });
  const [first] = await one.world.resources.all(one.deployment.id);
  if (first === undefined) throw new Error('nothing was made');
  await one.world.resources.put([
    { ...first, state: 'STOPPED' },
    { ...first, id: 'second', state: 'STARTED' },
  ]);
  expect(await asked()).toMatchObject({ estimate: { hourly: 0.2 }, now: 0.1 });
});

it('says why there is no estimate', async () => {
  const one = await attempting();
  const asked = async (deployment: Deployment) => (await deploymentCost(one.world)({ deployment })).json;
  expect(await asked(one.deployment)).toEqual({
    currency: 'USD',
    reason: expect.stringContaining('not been complete'),
  });
  const elsewhere = { ...one.deployment, providerId: 'beta', infrastructureId: 'i' };
  expect(await asked(elsewhere)).toMatchObject({
    provider: 'beta',
    reason: expect.stringContaining('no prices are known'),
  });
});

it('is estimated once for each provider, also where rules have looked at the plan', async () => {
  const one = await attempting();
  const asked: string[] = [];
  const counted = (id: string) => {
    asked.push(id);
    return creationPreviewOf(id);
  };
  const policies = { isEmpty: false, asksApproval: false, judge: async () => [] };
  const { candidates } = await rankProviders({ ...one.world, policies, creationPreviewOf: counted } as never)(one.ref);
  expect(asked.toSorted()).toEqual([...candidates].toSorted());
  const { deploymentId, operationId } = one.ref;
  const ranking = await one.world.files.findRanking(deploymentId, operationId);
  expect(ranking?.candidates.find(({ id }) => id === 'alpha')?.cost).toMatchObject({ hourly: 0.2 });
});
