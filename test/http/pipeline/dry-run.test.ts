import { describe, expect, it } from 'vitest';
import { call, type Sent } from '../requests.ts';
import { serviceForTests } from '../service.ts';
import { create, list } from '../under-test.ts';

const test = serviceForTests();

const tosca = `tosca_definitions_version: tosca_simple_yaml_1_0
topology_template:
  inputs:
    cpus: { type: integer, default: 1 }
  node_templates:
    disk: { type: tosca.nodes.BlockStorage, properties: { size: 1 GB } }
    server:
      type: tosca.nodes.Compute
      capabilities:
        host: { properties: { num_cpus: { get_input: cpus } } }
        scalable: { properties: { default_instances: 2 } }
      requirements: [{ local_storage: { node: disk, relationship: { type: AttachesTo, properties: { location: /a } } } }]
  outputs:
    ip: { value: { get_attribute: [server, private_address] } }
`;

const requestDryRun = (body: object = {}, sent: Sent = {}) =>
  call(create(test.service), {
    as: 'olga',
    method: 'POST',
    query: { dryRun: 'true' },
    body: { template: tosca, parameters: { cpus: '4' }, ...body },
    ...sent,
  });

describe('a dry run of a creation', () => {
  it('shows the topology, the resources that would exist, and the providers in their order', async () => {
    const { status, json, headers } = await requestDryRun();
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('Location');
    expect(Object.keys(json)).toEqual(['topology', 'resources', 'candidates', 'dropped', 'notes', 'warnings']);
    expect(json['topology']).toMatchObject({
      version: 'tosca_simple_yaml_1_0',
      inputs: { cpus: 4 },
      nodes: [{ name: 'disk' }, { name: 'server', count: 2, capabilities: { host: { properties: { num_cpus: 4 } } } }],
      outputs: [{ name: 'ip', deferred: true }],
    });
    const server = { toscaNodeName: 'server', toscaNodeType: 'tosca.nodes.Compute', state: 'INITIAL', requiredBy: [] };
    expect(json['resources']).toEqual([
      {
        ...server,
        toscaNodeName: 'disk',
        toscaNodeType: expect.stringMatching(/BlockStorage$/),
        requiredBy: ['server'],
      },
      server,
      server,
    ]);
    expect(json['candidates']).toEqual([
      { id: 'first', name: 'First Cloud', score: 'priority 1' },
      { id: 'second', name: 'Second Cloud', score: 'priority 2' },
    ]);
  });

  it('says why others would not be tried', async () => {
    const { json } = await requestDryRun();
    expect(json['dropped']).toEqual([{ id: 'physics', name: 'Physics Cloud', reason: expect.stringMatching(/group/) }]);
    const untried = /will not be tried/;
    expect(json['notes']).not.toContainEqual(expect.stringMatching(untried));
    const few = await requestDryRun({ maxProvidersRetry: 1 });
    expect(few.json['notes']).toContain(
      '1 more provider meets the requirements and will not be tried: maxProvidersRetry is 1',
    );
  });

  it('ranks as the group and the limits of the request say', async () => {
    const { json } = await requestDryRun({ userGroup: 'physics', maxProvidersRetry: 1 });
    expect(json['candidates']).toMatchObject([{ id: 'physics', name: 'Physics Cloud' }]);
  });

  it('stores and starts nothing, with a key neither', async () => {
    test.service.asked.length = 0;
    const headers = { 'Idempotency-Key': 'rehearsed' };
    expect((await requestDryRun({}, { headers })).status).toBe(200);
    const { json } = await call(list(test.service), { as: 'olga' });
    expect([json.content, test.service.asked]).toEqual([[], []]);
    expect((await requestDryRun({}, { headers, query: { dryRun: 'false' } })).status).toBe(201);
  });

  it.each([
    ['without a token', {}, { as: undefined }, 401],
    ['for a group one is not in', { userGroup: 'chemistry' }, {}, 403],
    ['of a template with mistakes', { template: 'a: 1' }, {}, 400],
    ['with a callback that is not allowed', { callback: 'http://10.0.0.1/' }, {}, 400],
    ['that says neither yes nor no', {}, { query: { dryRun: 'perhaps' } }, 400],
  ] as const)('%s is refused as the creation would be', async (_, body, sent, status) => {
    expect((await requestDryRun(body, sent)).json).toMatchObject({ code: status });
  });
});
