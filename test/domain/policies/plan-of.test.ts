import { describe, expect, it } from 'vitest';
import { creationPreview } from '../../../src/adapters/cloudformation/creation-preview.ts';
import { policiesOf } from '../../../src/adapters/policies/policies.ts';
import { policyQuestion } from '../../../src/domain/deployments/record/policy-question.ts';
import { judgeRanking } from '../../../src/domain/policies/judge-ranking.ts';
import type { PolicyNode, PolicyPlan } from '../../../src/domain/policies/plan.ts';
import type { Offer } from '../../../src/domain/providers/offer.ts';
import { rankOffers } from '../../../src/domain/providers/ranking/rank-offers.ts';
import { strategies } from '../../../src/domain/providers/ranking/strategies.ts';
import { deployable } from '../../../src/tosca/infrastructure-manager/deployable.ts';
import type { Topology } from '../../../src/tosca/topology.ts';

const offers: readonly Offer[] = [
  {
    ...{ id: 'cloud', name: 'Cloud', priority: 0 },
    flavors: [
      { name: 'small', cpus: 2, memory: 4000, disk: 20 },
      { name: 'large', cpus: 8, memory: 16_000, disk: 80 },
    ],
  },
  { ...{ id: 'aws', name: 'AWS', priority: 1 }, deployer: 'cloudformation', stack: { region: 'eu-south-1' } },
  {
    ...{ id: 'batch', name: 'Batch', priority: 2, deployer: 'batch' },
    batch: { region: 'eu-west-1', queues: [{ name: 'q' }], executionRoleArn: 'arn:aws:iam::111122223333:role/x' },
  },
];

const topologyOf = async (nodes: string): Promise<Topology> => {
  const text = `tosca_definitions_version: tosca_simple_yaml_1_3
imports: [toscanini-types.yaml, toscanini-aws-types.yaml, {indigo: 'https://raw.githubusercontent.com/indigo-dc/tosca-types/master/custom_types.yaml'}]
topology_template:
  node_templates:
${nodes}`;
  const { processed } = await deployable(text, {
    inputs: {},
    imports: { read: async (address) => Promise.reject(new Error(address)) },
  });
  if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
  return processed.topology;
};

/** The plans that rules are shown, by provider. */
const plansOf = async (nodes: string, effect?: Parameters<typeof policyQuestion>[2]['effect']) => {
  const topology = await topologyOf(nodes);
  const owner = { issuer: 'https://issuer.example', subject: 'ana' };
  const ranking = await rankOffers(offers, { topology, issuer: owner.issuer }, strategies.priority);
  const plans = new Map<string, PolicyPlan>();
  const always = policiesOf([{ id: 'always', effect: 'warn', when: 'true', message: 'x' }]);
  const ports = {
    policies: {
      isEmpty: false,
      judge: async (plan: PolicyPlan) => {
        plans.set(plan.provider.id ?? '', plan);
        return always.judge(plan); // the form is one that the engine takes
      },
    },
    providers: {
      get: async (id: string) => {
        const { stack, batch, deployer, ...offer } = offers.find((one) => one.id === id) as Offer;
        const region = stack?.region ?? batch?.region;
        return { ...offer, facts: { ...(region && { region }), ...(deployer && { deployer }) } };
      },
    },
    creationPreviewOf: (id: string) =>
      id === 'aws'
        ? async (order: Parameters<typeof creationPreview>[0]) => creationPreview(order, 'eu-south-1')
        : undefined,
  };
  const asked = policyQuestion({ createdBy: owner, name: 'mine' }, topology, { operation: 'create', effect });
  const judged = await judgeRanking(ports, asked, ranking);
  expect(judged.violations.every(({ failed }) => failed === undefined)).toBe(true);
  return { plans, dropped: ranking.dropped };
};

const nodeIn = (plan: PolicyPlan | undefined, name: string): Partial<PolicyNode> =>
  plan?.nodes.find((one) => one.name === name) ?? {};

const machine = (host: string, more = '') => `    web:
      type: tosca.nodes.indigo.Compute
      capabilities:
        host: { properties: { ${host} } }
        endpoint: { properties: { network_name: PUBLIC, ports: { https: { protocol: tcp, source: 443 }, ssh: { protocol: tcp, source: 22, remote_cidr: 192.0.2.0/24 } } } }
${more}`;

describe('the plan that rules see', () => {
  it('has the size that was chosen, and not what was asked for', async () => {
    const { plans } = await plansOf(machine('num_cpus: 3, mem_size: 5 GB'));
    expect(nodeIn(plans.get('cloud'), 'web')).toMatchObject({ size: 'large', cpus: 8, memory: 16_000, disk: 80 });
    const own = nodeIn(plans.get('aws'), 'web');
    expect(own).toMatchObject({ cpus: 4, region: 'eu-south-1', gpus: 0 });
    expect(own.size).toMatch(/^[a-z0-9]+\.[a-z0-9]+$/);
    expect(own.memory).toBeGreaterThan(8000);
    expect(plans.get('aws')?.total).toMatchObject({ instances: 1, cpus: 4 });
  });

  it('has who reaches a machine, as it will be opened', async () => {
    const { plans } = await plansOf(machine('num_cpus: 1'));
    for (const provider of ['cloud', 'aws']) {
      const { public: isPublic, ports } = nodeIn(plans.get(provider), 'web');
      expect(isPublic).toBe(true);
      expect(ports).toContainEqual({ protocol: 'tcp', from: 443, to: 443, source: '0.0.0.0/0' });
      expect(ports).toContainEqual({ protocol: 'tcp', from: 22, to: 22, source: '192.0.2.0/24' });
    }
  });

  it('has prices where they are known whole, and none where they are not', async () => {
    const { plans } = await plansOf(machine('num_cpus: 1'));
    const [aws, cloud] = [plans.get('aws'), plans.get('cloud')];
    expect(nodeIn(aws, 'web').hourly).toBeGreaterThan(0);
    expect(aws?.cost.monthly).toBeCloseTo((aws?.cost.hourly ?? 0) * 730, 1);
    expect(cloud?.cost).toEqual({});
    expect(nodeIn(cloud, 'web').hourly).toBeUndefined();
  });

  it('has nothing for what nobody knows, and zero for what has no size', async () => {
    const { plans } = await plansOf(`    web: { type: tosca.nodes.Compute }
    lan: { type: tosca.nodes.network.Network, properties: { network_type: private } }
    disk: { type: tosca.nodes.BlockStorage, properties: { size: 10 GB } }
`);
    const plan = plans.get('cloud');
    expect(nodeIn(plan, 'web').cpus).toBeUndefined();
    expect(plan?.total.cpus).toBeUndefined();
    expect(nodeIn(plan, 'lan')).toMatchObject({ kind: 'network', cpus: 0, memory: 0, disk: 0, image: '', ports: [] });
    expect(nodeIn(plan, 'disk')).toMatchObject({ kind: 'volume', disk: 10 });
  });

  it('has jobs as they will run, each part of an array', async () => {
    const { plans } = await plansOf(`    convert:
      type: toscanini.nodes.Job
      properties: { image: 'registry.example.org/convert:1', num_cpus: 2, mem_size: 4 GB, array_size: 10 }
`);
    const plan = plans.get('batch');
    expect(nodeIn(plan, 'convert')).toMatchObject({
      kind: 'job',
      cpus: 2,
      count: 10,
      image: 'registry.example.org/convert:1',
    });
    expect(plan).toMatchObject({
      total: { instances: 10, cpus: 20 },
      provider: { deployer: 'batch', region: 'eu-west-1' },
    });
  });

  it('never holds a secret', async () => {
    const { plans } = await plansOf(`    db:
      type: tosca.nodes.DBMS
      properties: { root_password: hunter2-hunter2 }
      requirements: [{ host: web }]
    web: { type: tosca.nodes.Compute }
`);
    expect(plans.size).toBeGreaterThan(0);
    expect(JSON.stringify([...plans])).not.toContain('hunter2');
    expect(nodeIn(plans.get('cloud'), 'db').properties).toMatchObject({ root_password: '********' });
  });
});
