import { describe, expect, it } from 'vitest';
import type { Change } from '../../../../src/domain/changes/change.ts';
import { requestedNodes } from '../../../../src/domain/changes/requested.ts';
import type { Deployment } from '../../../../src/domain/deployments/record/deployment.ts';
import { refusalOf, updateEffect } from '../../../../src/domain/deployments/updating/update-effect.ts';
import type { Resource } from '../../../../src/domain/resources/resource.ts';
import { UnavailableError } from '../../../../src/foundation/errors.ts';
import type { Node, Topology } from '../../../../src/tosca/topology.ts';
import { compute } from '../../infrastructure-manager/requested.ts';
import { asking } from '../../providers/asking.ts';
import { computeResource } from '../../resources/compute-resource.ts';
import { accepted, memoryWorld } from '../world.ts';

const web = (cpus: number, more: object = {}): Node =>
  compute('web', { capabilities: { host: { num_cpus: cpus, ...more } } });

const machine = (more: Partial<Resource> = {}): Resource =>
  computeResource('r', 'web', { state: 'STARTED', physicalId: '0', ...more });

/** A deployment that stands, and what was asked by each operation: the one with the id `first` is in force. */
const standing = async (asked: { readonly [operationId: string]: readonly Node[] }, more: Partial<Deployment> = {}) => {
  const world = memoryWorld();
  const deployment: Deployment = { ...(await accepted(world)), templateOf: 'first', ...more };
  for (const [operationId, nodes] of Object.entries(asked)) {
    const ranking = { candidates: [], dropped: [], notes: [], outputs: [] };
    await world.files.putRanking(deployment.id, operationId, {
      ...ranking,
      asked: requestedNodes({ nodes, policies: [] }),
    });
  }
  return {
    ...{ world, deployment },
    effect: (nodes: readonly Node[], before: readonly Resource[], topology: Partial<Topology> = {}) =>
      updateEffect(world, deployment, {
        ...{ topology: { ...asking({ nodes }).topology, ...topology }, before, operationId: 'update', replace: false },
      }),
  };
};

const cpus = 'capabilities.host.properties.num_cpus';
const shown = (changes: readonly Change[]) =>
  changes.map(({ property, old, new: wanted, how }) => [property, old, wanted, how]);

describe('updateEffect', () => {
  it('compares with the template in force, and marks the machine that is to be altered', async () => {
    const { effect } = await standing({ first: [web(2)] });
    const { changes, plan } = await effect([web(4)], [machine()]);
    expect(shown(changes)).toEqual([[cpus, 2, 4, 'altered']]);
    expect(plan.kept).toMatchObject([{ id: 'r', becoming: { operationId: 'update' } }]);
  });

  it.each([
    ['infrastructure-manager', true],
    ['cloudformation', false],
  ] as const)(
    'alters machine by machine where the deployer does not do it all at once: %s',
    async (deployer, marked) => {
      const { effect } = await standing({ first: [web(2)] }, { provider: { deployer } });
      const { changes, plan } = await effect([web(4)], [machine()]);
      expect(changes.map(({ how }) => how)).toEqual(['altered']);
      expect(plan.kept.map((resource) => 'becoming' in resource)).toEqual([marked]);
    },
  );

  it('is never asked of a job', async () => {
    const { effect } = await standing({ first: [web(2)] }, { provider: { deployer: 'batch' } });
    await expect(effect([web(4)], [machine()])).rejects.toThrow('a job cannot be updated');
  });

  it('leaves a machine as it is that the template does not change', async () => {
    const { effect } = await standing({ first: [web(2)] });
    const { changes, plan } = await effect([web(2)], [machine()]);
    expect(changes).toEqual([]);
    expect(plan.kept[0]).not.toHaveProperty('becoming');
  });

  it('compares a machine with the template that it was made from', async () => {
    const { effect } = await standing({ first: [web(2)], earlier: [web(8)] });
    expect(shown((await effect([web(4)], [machine({ madeBy: 'earlier' })])).changes)).toEqual([
      [cpus, 8, 4, 'altered'],
    ]);
  });

  it('compares it with the template in force where nobody knows what it was made from', async () => {
    const { effect } = await standing({ first: [web(2)] });
    expect(shown((await effect([web(4)], [machine({ madeBy: 'lost' })])).changes)).toEqual([[cpus, 2, 4, 'altered']]);
  });

  it('compares it also with the template of an update that failed while it altered the machine', async () => {
    const { effect } = await standing({ first: [web(2)], failed: [web(4)] });
    const { changes } = await effect([web(2)], [machine({ madeBy: 'first', becoming: { operationId: 'failed' } })]);
    expect(shown(changes)).toEqual([[cpus, 4, 2, 'altered']]);
  });

  it('gives the same again after part of it has been carried out', async () => {
    const { effect } = await standing({ first: [web(2), compute('db')] });
    const nodes = [web(4), compute('cache')];
    const before = [machine(), computeResource('d', 'db', { state: 'STARTED', physicalId: '1' })];
    const first = await effect(nodes, before);
    const again = await effect(nodes, [...first.plan.added, ...first.plan.kept, ...first.plan.removed]);
    expect(again.changes).toEqual(first.changes);
    expect(again.plan.added).toEqual([]);
    expect(again.plan.removed.map(({ id }) => id)).toEqual(['d']);
    expect(new Set(again.plan.kept.map(({ id }) => id)).size).toBe(2);
    expect(first.plan.added).toMatchObject([{ id: expect.any(String), toscaNodeName: 'cache' }]);
  });

  it('gives the same number of instances again, while machines come and go', async () => {
    const { effect } = await standing({ first: [web(2), { ...compute('db'), count: 3 }] });
    const nodes = [
      { ...web(2), count: 2 },
      { ...compute('db'), count: 1 },
    ];
    const dbs = ['d1', 'd2', 'd3'].map((id) => computeResource(id, 'db', { state: 'STARTED', physicalId: id }));
    const first = await effect(nodes, [machine(), ...dbs]);
    expect(shown(first.changes)).toEqual([
      ['count', 3, 1, 'scaled'],
      ['count', 1, 2, 'scaled'],
    ]);
    expect(first.plan.removed.map(({ id }) => id)).toEqual(['d2', 'd3']);
    const again = await effect(nodes, [...first.plan.kept, ...first.plan.added, ...first.plan.removed]);
    expect(again.changes).toEqual(first.changes);
    expect(again.plan.added).toEqual([]);
    expect(again.plan.removed).toEqual(first.plan.removed);
  });

  it('replaces all machines that cannot be altered, also while their number shrinks, if the request says so', async () => {
    const { world, deployment } = await standing({ first: [{ ...web(2), count: 3 }] });
    const other = compute('web', { type: 'my.nodes.Server', count: 2, capabilities: { host: { num_cpus: 2 } } });
    const { topology } = asking({ nodes: [other] });
    const before = ['r1', 'r2', 'r3'].map((id) => machine({ id, physicalId: id }));
    const run = (resources: readonly Resource[]) =>
      updateEffect(world, deployment, { topology, before: resources, operationId: 'update', replace: true });
    const { plan, changes } = await run(before);
    expect(plan.removed.map(({ id }) => id)).toEqual(['r1', 'r2', 'r3']);
    expect(plan.added.map(({ toscaNodeType }) => toscaNodeType)).toEqual(['my.nodes.Server', 'my.nodes.Server']);
    expect(plan.kept).toEqual([]);
    const again = await run([...plan.removed, ...plan.added]);
    expect(again).toEqual({ plan: { ...plan, added: [], kept: plan.added }, changes });
  });

  it('compares nodes whose machines were made from templates that lack each other', async () => {
    const { effect } = await standing({ first: [web(2)], earlier: [compute('db')] });
    const before = [machine(), computeResource('d', 'db', { state: 'STARTED', physicalId: '1', madeBy: 'earlier' })];
    expect(shown((await effect([web(4), compute('db')], before)).changes)).toEqual([[cpus, 2, 4, 'altered']]);
  });

  it('shows no secret, neither of the old template nor of the new one', async () => {
    const { effect } = await standing(
      { first: [web(2, { instance_type: 'hunter2' })] },
      { parameters: { admin_password: 'hunter2' } },
    );
    const { changes } = await effect([web(2, { instance_type: 'hunter3' })], [machine()], {
      inputs: { admin_password: 'hunter3' },
    });
    const masked = '********';
    expect(shown(changes)).toEqual([['capabilities.host.properties.instance_type', masked, masked, 'altered']]);
    const declared = await standing({ first: [web(2, { instance_type: 'small' })] });
    const at = ['nodes', '0', 'capabilities', 'host', 'properties', 'instance_type'];
    const secrets = [{ at, is: 'secret' as const }];
    const hidden = await declared.effect([web(2, { instance_type: 'large' })], [machine()], { secrets });
    expect(shown(hidden.changes)).toEqual([
      ['capabilities.host.properties.instance_type', '********', '********', 'altered'],
    ]);
  });

  it('reads the template in force where an earlier release stored nothing to compare with', async () => {
    const { world, deployment, effect } = await standing({});
    const text = `tosca_definitions_version: tosca_simple_yaml_1_0
topology_template:
  node_templates:
    web: { type: tosca.nodes.Compute, capabilities: { host: { properties: { num_cpus: 2 } } } }
`;
    await world.files.putTemplate(deployment.id, 'first', text);
    expect(shown((await effect([web(4)], [machine()])).changes)).toContainEqual([cpus, 2, 4, 'altered']);
    const warning = 'topology_template:\n  workflows: { w: { steps: { a: { target: nobody, activities: [] } } } }';
    const broken = text.replace('Compute', 'Nothing').replace('topology_template:', warning);
    await world.files.putTemplate(deployment.id, 'first', broken);
    await expect(effect([web(4)], [machine()])).rejects.toMatchObject({
      name: 'UnavailableError',
      message: /^the current template can no longer be read.*: .*tosca\.nodes\.Nothing/,
    });
  });

  it('says when the template in force is gone, and does not take an outage for that', async () => {
    const { world, effect } = await standing({});
    await expect(effect([web(4)], [machine()])).rejects.toMatchObject({
      ...{ name: 'ConflictError', message: /no longer exists/, cause: { name: 'NotFoundError' } },
    });
    const error = new UnavailableError('S3 did not answer');
    world.files.getTemplate = () => Promise.reject(error);
    await expect(effect([web(4)], [machine()])).rejects.toBe(error);
  });
});

describe('refusalOf', () => {
  const change = (how: Change['how'], property = 'type'): Change => ({ node: 'web', property, old: 1, new: 2, how });

  it('is nothing where nothing is refused', () => {
    expect(refusalOf([change('altered'), change('kept')])).toBeUndefined();
  });

  it('has a line for each refused change, up to a hundred', () => {
    expect(refusalOf([change('altered'), change('refused')])).toBe(
      'the update asks for changes that are not possible:\nweb: type from 1 to 2: refused',
    );
    const many = (count: number) => Array.from({ length: count }, (_, index) => change('refused', `p${index}`));
    expect(refusalOf(many(100))?.split('\n')).toHaveLength(101);
    expect(refusalOf(many(103))?.split('\n')).toEqual([
      'the update asks for changes that are not possible:',
      ...Array.from({ length: 100 }, (_, index) => `web: p${index} from 1 to 2: refused`),
      'and 3 more',
    ]);
  });
});
