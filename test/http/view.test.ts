import { beforeEach, describe, expect, it } from 'vitest';
import { call } from './requests.ts';
import { id, sampleResource } from './samples.ts';
import { serviceForTests } from './service.ts';
import { create, get, view } from './under-test.ts';
import { instant, operationId, ranking, tried, viewing, working } from './viewed.ts';

const test = serviceForTests();
const { begin, ask } = viewing(test);

beforeEach(() => begin());

describe('GET /deployments/{deployment_id}/view', () => {
  it('shows provider, attempts that failed, nodes and resources of a deployment that was asked for', async () => {
    const template = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
      capabilities:
        host: { properties: { num_cpus: 2, mem_size: 4 GB } }
        os: { properties: { distribution: ubuntu, version: 22.04 } }
        scalable: { properties: { min_instances: 1, max_instances: 2, default_instances: 2 } }
      requirements: [ { local_storage: { node: disk, relationship: { type: tosca.relationships.AttachesTo, properties: { location: /data } } } } ]
    disk: { type: tosca.nodes.BlockStorage, properties: { size: 50 GB } }
    site: { type: tosca.nodes.WebServer, requirements: [ { host: server } ] }
`;
    const { json } = await call(create(test.service), { as: 'olga', method: 'POST', body: { template } });
    const path = { deployment_id: String(json['uuid']) };
    const { json: shown } = await call(view(test.service), { as: 'olga', path });
    expect(shown['nodes']).toEqual([
      {
        name: 'disk',
        type: 'tosca.nodes.BlockStorage',
        kind: 'volume',
        count: 1,
        facts: { size: '50 GB' },
        requirements: [],
      },
      {
        ...{ name: 'server', type: 'tosca.nodes.Compute', kind: 'compute', count: 2 },
        facts: { cpus: '2', memory: '4 GB', os: 'ubuntu 22.04' },
        requirements: [{ name: 'local_storage', node: 'disk', as: 'attachment' }],
      },
      {
        ...{ name: 'site', type: 'tosca.nodes.WebServer', kind: 'software', count: 1, facts: {} },
        requirements: [{ name: 'host', node: 'server', as: 'host' }],
      },
    ]);
    expect(shown).toMatchObject({
      status: 'CREATE_IN_PROGRESS',
      cause: [],
      events: 1,
      may: { change: true, seeSecrets: true },
    });
    expect((shown['resources'] as { node: string }[]).map(({ node }) => node)).toEqual([
      'disk',
      'server',
      'server',
      'site',
    ]);
    const { headers } = await call(get(test.service), { as: 'olga', path });
    expect(shown['version']).toBe(headers['ETag']);
  });

  it('says provider by provider what went wrong, to the group without what the log says', async () => {
    const { attempts, files } = test.service;
    await files.putRanking(id(1), operationId, ranking);
    const reason = 'No valid host was found\nthere are 3';
    await attempts.findOrCreate(tried(1, { state: 'DESTROYED', reason, quotedLog: '\nlast lines\ns3cret' }));
    await attempts.findOrCreate(tried(2, { providerId: 'second', state: 'RUNNING', said: 'pending' }));
    expect((await ask('olga')).json).toMatchObject({
      provider: { id: 'second', name: 'Second Cloud' },
      attempt: { number: 2, state: 'RUNNING', providerState: 'pending' },
      cause: [
        {
          ...{ provider: { id: 'first', name: 'First Cloud' }, attempt: 1, cause: 'No valid host was found' },
          detail: 'there are 3\nlast lines\ns3cret',
        },
      ],
    });
    const { json } = await ask('mia');
    expect(json).toMatchObject({
      cause: [{ cause: 'No valid host was found' }],
      may: { change: false, seeSecrets: false },
    });
    expect(JSON.stringify(json)).not.toContain('s3cret');
  });

  it('says why an operation failed before any provider was asked', async () => {
    await begin(
      working({
        status: 'CREATE_FAILED',
        statusReason: 'No cloud provider meets the deployment requirements\na: full',
      }),
    );
    expect((await ask('olga')).json['cause']).toEqual([
      { cause: 'No cloud provider meets the deployment requirements', detail: 'a: full' },
    ]);
  });

  it('says why each provider was left out, where none was asked', async () => {
    const statusReason = 'No cloud provider meets the deployment requirements\nnot A (a): it is full';
    await begin(working({ status: 'CREATE_FAILED', statusReason }));
    expect((await ask('olga')).json['cause']).toEqual([
      { cause: 'No cloud provider meets the deployment requirements' },
      { provider: { id: 'a', name: 'A' }, cause: 'it is full' },
    ]);
  });

  it('shows the public address of a machine, and why an action on it failed', async () => {
    const vmProperties = [
      { class: 'network', id: 'outside', outbound: 'yes' },
      { class: 'network', id: 'inside' },
      {
        ...{
          class: 'system',
          state: 'running',
          'net_interface.0.connection': 'inside',
          'net_interface.0.ip': '10.0.0.3',
        },
        ...{ 'net_interface.1.connection': 'outside', 'net_interface.1.ip': '192.0.2.7' },
      },
    ];
    const metadata = { VirtualMachineInfo: JSON.stringify({ vmProperties }), StateReason: 'no quota' };
    await test.service.resources.put([sampleResource({ state: 'ERROR', metadata })]);
    expect((await ask('olga')).json['resources']).toEqual([
      {
        ...{ id: id(100), node: 'server', state: 'ERROR', since: '2026-11-20T15:40:00.000Z', physicalId: '0' },
        ...{ address: '192.0.2.7', machineState: 'running', reason: 'no quota' },
      },
    ]);
  });

  it('makes nodes of the resources where no outline was kept, and leaves nodes out if asked to', async () => {
    await test.service.resources.put([sampleResource(), sampleResource({ id: id(101) })]);
    expect((await ask('olga')).json['nodes']).toMatchObject([{ name: 'server', kind: 'compute', count: 2 }]);
    expect((await ask('olga', {}, { topology: 'false' })).json).not.toHaveProperty('nodes');
  });

  it('shows the nodes of an update while it runs, and nodes that it removes as long as they have resources', async () => {
    const { resources, deployments, files } = test.service;
    await begin(working({ status: 'CREATE_COMPLETE' }));
    const old = sampleResource({ id: id(101), toscaNodeName: 'old' });
    await resources.put([sampleResource(), old]);
    const seen = await deployments.find(id(1));
    const operation = { id: id(903), kind: 'UPDATE', acceptedAt: instant } as const;
    const node = { type: 'tosca.nodes.Compute', kind: 'compute', count: 1, facts: {}, requirements: [] } as const;
    const outline = { nodes: ['server', 'more'].map((name) => ({ name, ...node })) };
    await files.putOutline(id(1), operation.id, outline);
    if (seen) await deployments.supersede(seen, { ...seen, status: 'UPDATE_IN_PROGRESS', operation });
    const { nodes } = (await ask('olga')).json as unknown as { nodes: { name: string; count: number }[] };
    expect(nodes.map(({ name, count }) => [name, count])).toEqual([
      ['server', 1],
      ['more', 1],
      ['old', 0],
    ]);
  });

  it('is not found by others', async () => {
    expect((await ask('otto')).status).toBe(404);
  });
});
