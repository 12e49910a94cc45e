import { describe, expect, it } from 'vitest';
import { configuredProviders, providersSchema } from '../../../src/adapters/providers/configured.ts';
import { deployerKinds } from '../../../src/domain/deployers/kinds.ts';
import { NotFoundError } from '../../../src/foundation/errors.ts';
import { conform, examine } from '../../../src/foundation/shape/examine.ts';
import { asking, compute, node } from '../../domain/providers/asking.ts';

const cloud = (id: string, priority: number, more: object = {}) => ({
  id,
  name: `Cloud ${id}`,
  priority,
  credentials: { type: 'OpenStack', host: 'https://keystone.example.org:5000' },
  ...more,
});
const account = (stack: object = {}, more: object = {}) => ({
  ...{ id: 'aws', name: 'AWS', priority: 5, deployer: 'cloudformation' },
  stack: { region: 'eu-west-1', ...stack },
  ...more,
});
const configured = conform(providersSchema, [
  cloud('late', 30),
  cloud('biologists', 10, { groups: ['biology'] }),
  cloud('first', 1, { secret: 'first-password' }),
  cloud('late-too', 30),
]);

describe('the configured providers', () => {
  const providers = configuredProviders(configured);
  const names = async (more: { userGroup?: string }) =>
    (await providers.rank(asking({ ...more }))).candidates.map(({ id }) => id);

  it('are candidates in the order of priority, then of the list', async () => {
    expect(await names({})).toEqual(['first', 'late', 'late-too']);
  });

  it('of a group are candidates for that group only', async () => {
    expect(await names({ userGroup: 'biology' })).toEqual(['first', 'biologists', 'late', 'late-too']);
    expect(await names({ userGroup: 'physics' })).toEqual(['first', 'late', 'late-too']);
  });

  it('get no new deployment while they are draining; what is there stays within reach', async () => {
    const emptied = configuredProviders(
      conform(providersSchema, [cloud('old', 1, { draining: true }), cloud('new', 2)]),
    );
    const { candidates, dropped } = await emptied.rank(asking());
    expect(candidates.map(({ id }) => id)).toEqual(['new']);
    expect(dropped).toEqual([{ id: 'old', name: 'Cloud old', reason: 'it is draining, and takes no new deployments' }]);
    expect((await emptied.get('old')).id).toBe('old');
    const update = await emptied.rank(asking({ only: 'old' }));
    expect(update.candidates.map(({ id }) => id)).toContain('old');
  });

  it('are found by id, without what belongs into an authorization line', async () => {
    expect(await providers.get('biologists')).toStrictEqual({
      id: 'biologists',
      name: 'Cloud biologists',
      priority: 10,
      groups: ['biology'],
      facts: { type: 'OPENSTACK', endpoint: 'https://keystone.example.org:5000' },
    });
    const [deployer] = deployerKinds;
    const named = configuredProviders(conform(providersSchema, [cloud('named', 1, { deployer })]));
    expect((await named.get('named')).facts).toMatchObject({ deployer });
    await expect(providers.get('unknown')).rejects.toThrow(NotFoundError);
  });
});

describe('a provider of CloudFormation', () => {
  const roleArn = 'arn:aws:iam::222222222222:role/toscanini-tenant';
  const providers = configuredProviders(
    conform(providersSchema, [account(), account({ roleArn, machines: 3 }, { id: 'tenant', secret: 'tenant' })]),
  );

  it('tells its region and kind, and nothing of its role', async () => {
    const facts = { type: 'AWS', region: 'eu-west-1', endpoint: 'https://cloudformation.eu-west-1.amazonaws.com' };
    expect(await providers.get('tenant')).toStrictEqual({
      ...{ id: 'tenant', name: 'AWS', priority: 5 },
      facts: { ...facts, deployer: 'cloudformation' },
    });
  });

  const server = {
    ...compute('server', {}, { infiniband_support: true }),
    types: ['tosca.nodes.indigo.Compute', 'tosca.nodes.Compute'],
  };

  it('is a candidate with what its planner needs, or is dropped with the reason', async () => {
    const { candidates, notes } = await providers.rank(asking({ nodes: [server] }));
    expect(candidates.map(({ id }) => id)).toEqual(['aws', 'tenant']);
    for (const { blueprint } of candidates) expect(JSON.parse(blueprint ?? '')).toHaveProperty('machines.server');
    expect(notes).toContain('AWS: node server (tosca.nodes.indigo.Compute) gets no infiniband_support');
    const { dropped } = await providers.rank(asking({ nodes: [node('it', 'tosca.nodes.LoadBalancer', {})] }));
    expect(dropped.map(({ reason }) => reason)).toEqual(
      Array.from(
        { length: 2 },
        () =>
          'node it (tosca.nodes.LoadBalancer) balances nothing: name the machines or the container by its requirement application',
      ),
    );
  });
});

describe('the list of providers', () => {
  const wrong: readonly [string, unknown][] = [
    ['an unknown key', [cloud('a', 1, { group: ['biology'] })]],
    ['an id that the Infrastructure Manager refuses', [cloud('1 a', 1)]],
    ['the same id twice', [cloud('a', 1), cloud('a', 2)]],
    ['a kind of deployer that nobody knows', [cloud('a', 1, { deployer: 'terraform' })]],
    ['a credential that is no text', [cloud('a', 1, { credentials: { port: 1 } })]],
    ['no list', cloud('a', 1)],
    ['neither credentials nor a stack', [{ id: 'a', name: 'A', priority: 1 }]],
    ['a stack for the Infrastructure Manager', [cloud('a', 1, { stack: { region: 'eu-west-1' } })]],
    ['CloudFormation without a stack', [{ id: 'a', name: 'A', priority: 1, deployer: 'cloudformation' }]],
    [
      'CloudFormation with credentials',
      [cloud('a', 1, { deployer: 'cloudformation', stack: { region: 'eu-west-1' } })],
    ],
    ['an external id without a role', [account({}, { secret: 'tenant' })]],
    ['no region', [account({ region: 'Europe' })]],
    ['a vpc that is none', [account({ vpc: 'default' })]],
  ];
  it('may say that the Infrastructure Manager is in front of a provider', () => {
    expect(examine(providersSchema, [cloud('a', 1, { deployer: 'infrastructure-manager' })]).ok).toBe(true);
  });

  for (const [what, value] of wrong) {
    it(`may not have ${what}`, () => {
      expect(examine(providersSchema, value).ok).toBe(false);
    });
  }
});
