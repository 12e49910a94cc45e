import { describe, expect, it } from 'vitest';
import type { UpdateOrder } from '../../../../src/domain/deployers/planner.ts';
import { UnavailableError } from '../../../../src/foundation/errors.ts';
import { afterSeconds } from '../attempting/attempting.ts';
import { acceptedAt, nodes, updating } from './updating.ts';

const sized = (cpus: number): string => `capabilities: { host: { properties: { num_cpus: ${cpus} } } }`;

/** A step for a node that is not there is a warning. */
const warned = '{ w: { steps: { a: { target: nobody, activities: [] } } } }';

describe('beginUpdate', () => {
  it('plans which resources are added, kept and removed, and stores what will be sent', async () => {
    const one = await updating(nodes('web', 'cache'));
    await one.begin();
    expect(await one.now()).toMatchObject({ status: 'UPDATE_IN_PROGRESS', task: 'DEPLOYER' });
    expect(one.world.stores.kept.begun).toContain(one.operationId);
    expect(await one.states()).toMatchObject({ db: 'DELETING', cache: 'CREATING' });
    expect(await one.stored()).toMatchObject({
      candidates: [{ id: 'alpha' }],
      ...{ asked: { web: expect.anything(), cache: expect.anything() }, altered: [], sent: expect.any(Array) },
    });
    expect(one.clouds.updates).toEqual([]);
    expect(await one.log()).toMatch(/the update of infrastructure inf-1 begins\n {2}1\. Cloud alpha \(alpha\)/);
  });

  it('claims the attempt that made the infrastructure, for this operation', async () => {
    const one = await updating(nodes('web'));
    await one.begin();
    expect(await one.attempt()).toMatchObject({
      ...{ number: 1, operationId: one.operationId, state: 'RUNNING', infrastructureId: 'inf-1' },
      startedAt: afterSeconds(acceptedAt),
    });
  });

  it('decides once, whatever changes before a repeat', async () => {
    const one = await updating(nodes('web', 'cache'));
    await one.begin();
    const before = [await one.stored(), await one.states(), await one.log(), one.messages()];
    one.world.providers.rank = () => Promise.reject(new UnavailableError('CMDB does not answer'));
    one.world.clock.advance(60);
    await one.begin();
    expect([await one.stored(), await one.states(), await one.log(), one.messages()]).toEqual(before);
  });

  it('asks about its own provider only', async () => {
    const one = await updating(nodes('web', 'db', 'cache'));
    const { rank } = one.world.providers;
    const asked: unknown[] = [];
    one.world.providers.rank = (request) => {
      asked.push(request.only);
      return rank(request);
    };
    await one.begin();
    expect(asked).toEqual(['alpha']);
  });

  it('waits for a service that ranks from its beginning, even if it was accepted long before', async () => {
    const one = await updating(nodes('web'));
    one.world.providers.rank = () => Promise.reject(new UnavailableError('CMDB does not answer'));
    one.world.clock.advance(one.world.tolerance.outageMins * 60);
    const waits = { name: expect.stringMatching(/^(NotReadyError|ProviderUnavailableError)$/) };
    await expect(one.begin()).rejects.toMatchObject(waits);
    one.world.clock.advance(one.world.tolerance.outageMins * 60 - 1);
    await expect(one.begin()).rejects.toMatchObject(waits);
    one.world.clock.advance(1);
    await expect(one.begin()).rejects.toMatchObject({ name: 'OutageError' });
  });

  it('waits for an action on one of the resources, unless that has had its time', async () => {
    const one = await updating(nodes('web'));
    const [web] = await one.world.resources.all(one.deployment.id);
    if (!web) throw new Error('there is a node');
    const action = { id: 'a', type: 'stop', acceptedAt: afterSeconds(acceptedAt) } as const;
    await one.world.resources.put([{ ...web, action }]);
    await expect(one.begin()).rejects.toMatchObject({
      ...{ name: 'NotReadyError', message: '1 resources are being started or stopped' },
    });
    one.world.clock.advance(11 * 60 - 1);
    await expect(one.begin()).rejects.toMatchObject({ name: 'NotReadyError' });
    expect(await one.stored()).toBeUndefined();
    one.world.clock.advance(1);
    await one.begin();
    expect(await one.stored()).toBeDefined();
  });

  it.each([
    ['its own reason', { dropped: [{ id: 'alpha', name: 'Cloud alpha', reason: 'it has no such image' }], notes: [] }],
    ['what is known', { dropped: [], notes: ['it has no such image'] }],
  ])('fails where the provider cannot run the new template, with %s', async (_, ranking) => {
    const one = await updating(nodes('web'));
    one.world.providers.rank = async () => ({ candidates: [{ id: 'beta', name: 'Beta', edits: [] }], ...ranking });
    await expect(one.begin()).rejects.toMatchObject({
      name: 'ProviderFailedError',
      message: expect.stringMatching(/^provider alpha cannot run the new template: [\s\S]*it has no such image$/),
    });
    expect(await one.stored()).toBeUndefined();
    expect(one.clouds.updates).toEqual([]);
  });

  it('does nothing for an update that has ended, and stops when another operation has taken over', async () => {
    const one = await updating(nodes('web'));
    await one.world.deployments.record(one.deployment.id, one.operationId, { status: 'UPDATE_FAILED' });
    await one.begin();
    expect(await one.stored()).toBeUndefined();
    await one.overtake();
    await expect(one.begin()).rejects.toMatchObject({ name: 'OperationSupersededError' });
  });

  it('fails where the new template asks for what is not possible, and plans nothing', async () => {
    const one = await updating(nodes('web', 'db'));
    const text = nodes('web').concat(`    db:
      type: tosca.nodes.Compute
      capabilities: { os: { properties: { distribution: debian } } }
`);
    // an import may have changed since the request was accepted
    await one.world.files.putTemplate(one.deployment.id, one.operationId, text);
    const before = await one.states();
    await expect(one.begin()).rejects.toMatchObject({
      name: 'ProviderFailedError',
      message: /^the update asks for changes that are not possible:\ndb: .*distribution/,
    });
    expect([await one.stored(), await one.states()]).toEqual([undefined, before]);
  });

  it('tells the planner which machines stay and come', async () => {
    const one = await updating(nodes('web', 'cache'));
    const orders: UpdateOrder[] = [];
    const usual = one.world.plannerOf('alpha');
    const updateEdits = (order: UpdateOrder) => {
      orders.push(order);
      return usual.updateEdits(order);
    };
    Object.assign(one.world, { plannerOf: () => ({ ...usual, updateEdits }) });
    await one.begin();
    expect(orders.map(({ machines, dropped }) => [machines.map(({ node }) => node), dropped])).toEqual([
      [['web', 'cache'], [{ node: 'db', type: 'tosca.nodes.Compute' }]],
    ]);
  });

  it('says in the log what it warns of, which import it took, and what changes', async () => {
    const address = 'https://raw.githubusercontent.com/indigo-dc/tosca-types/master/custom_types.yaml';
    const text = nodes('web', 'db')
      .replace('topology_template:', `imports: [ '${address}' ]\ntopology_template:\n  workflows: ${warned}`)
      .replace('web: { type: tosca.nodes.Compute }', `web: { type: tosca.nodes.Compute, ${sized(4)} }`);
    const one = await updating(nodes('web', 'db'));
    const said = { file: 'types.yaml', text: 'tosca_definitions_version: tosca_simple_yaml_1_0' };
    Object.assign(one.world.imports, { said: async () => said });
    await one.world.files.putTemplate(one.deployment.id, one.operationId, text);
    await one.begin();
    const log = await one.log();
    expect(log).toContain(`\n  import ${address}: a file of this installation types.yaml, `);
    expect(log).toMatch(/\n {2}warning: the template, 4:\d+ .*nobody/);
    expect(one.messages()).toContainEqual(expect.stringMatching(/^WARNING: warning: the template, 4:.*nobody/));
    expect(log).toMatch(/\nweb: capabilities\.host\.properties\.num_cpus .* 4/);
  });

  it('stores which properties the machines are altered in, and not what changes otherwise', async () => {
    const grown = nodes('web', 'db')
      .replace('web: { type: tosca.nodes.Compute }', `web: { type: tosca.nodes.Compute, ${sized(4)} }`)
      .replace(
        'db: { type: tosca.nodes.Compute }',
        'db: { type: tosca.nodes.Compute, capabilities: { scalable: { properties: { min_instances: 1, max_instances: 3, default_instances: 2 } } } }',
      );
    const one = await updating(grown);
    await one.begin();
    expect((await one.stored())?.altered).toEqual([{ node: 'web', property: 'capabilities.host.properties.num_cpus' }]);
    expect((await one.stored())?.sent).toBeDefined();
    expect(await one.log()).toMatch(/\ndb: .*2/);
  });

  it('sends the edits of its own provider', async () => {
    const one = await updating(nodes('web'));
    const candidate = (id: string) => ({
      ...{ id, name: id },
      edits: [{ node: 'web', path: ['properties', 'zone'], value: `zone of ${id}` }],
    });
    const candidates = [candidate('beta'), candidate('alpha')];
    one.world.providers.rank = async () => ({ candidates, dropped: [], notes: [] });
    await one.begin();
    expect(JSON.stringify((await one.stored())?.sent)).toContain('zone of alpha');
    expect(JSON.stringify(await one.stored())).not.toContain('zone of beta');
  });

  it('says why its own provider cannot run the template, and not why others cannot', async () => {
    const one = await updating(nodes('web'));
    const dropped = ['beta', 'alpha'].map((id) => ({ id, name: id, reason: `${id} is full` }));
    one.world.providers.rank = async () => ({ candidates: [], dropped, notes: [] });
    await expect(one.begin()).rejects.toMatchObject({
      message: 'provider alpha cannot run the new template: alpha is full',
    });
  });
});
