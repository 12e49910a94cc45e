import { beforeEach, describe, expect, it } from 'vitest';
import { call, type Sent } from './requests.ts';
import { serviceForTests } from './service.ts';
import { create, get, resources, update } from './under-test.ts';

const test = serviceForTests();

const tosca = (count: number): string => `tosca_definitions_version: tosca_simple_yaml_1_0
topology_template:
  inputs:
    cpus: { type: integer }
    memory: { type: integer, default: 1 }
  node_templates:
    server:
      type: tosca.nodes.Compute
      capabilities:
        host: { properties: { num_cpus: { get_input: cpus } } }
        scalable: { properties: { default_instances: ${count} } }
`;

let id = '';
/** A deployment of one server, complete. */
beforeEach(async () => {
  const body = { template: tosca(1), parameters: { cpus: '2', memory: 5 }, userGroup: 'physics' };
  const made = await call(create(test.service), { as: 'olga', method: 'POST', body });
  id = String(made.json['uuid']);
  const operation = (await test.service.deployments.find(id))?.operation.id ?? '';
  await test.service.deployments.record(id, operation, { status: 'CREATE_COMPLETE' });
  test.service.asked.length = 0;
});

const of = (more: Sent = {}): Sent => ({ as: 'olga', path: { deployment_id: id }, ...more });
const put = (body: object, more: Sent = {}) => call(update(test.service), of({ method: 'PUT', body, ...more }));
const found = () => test.service.deployments.find(id);

describe('updating a deployment', () => {
  it('is accepted with an empty body, merges the parameters and starts the workflow', async () => {
    const answer = await put({ template: tosca(2), parameters: { cpus: 4 }, callback: 'https://client.example/cb' });
    expect(answer).toMatchObject({ status: 202, body: '' });
    expect(answer.headers).not.toHaveProperty('Content-Type');
    expect(test.service.asked).toEqual(['start UPDATE']);
    expect(await found()).toMatchObject({
      status: 'UPDATE_IN_PROGRESS',
      parameters: { cpus: 4, memory: 5 },
      callback: 'https://client.example/cb',
      userGroup: 'physics',
    });
    const { json } = await call(resources(test.service), of());
    expect(json.content).toHaveLength(2);
  });

  it('takes no notice of a group, and leaves the callback as it is when there is none', async () => {
    expect((await put({ template: tosca(1), userGroup: 'chemistry' })).status).toBe(202);
    expect(await found()).toMatchObject({ userGroup: 'physics' });
  });

  it.each([
    ['no token', {}, { as: undefined }, 401],
    ['a stranger', {}, { as: 'otto' }, 404],
    ['a member of its group', {}, { as: 'mia' }, 403],
    ['no template', { parameters: {} }, {}, 400],
    ['a template with mistakes', { template: 'a: 1' }, {}, 400],
    ['a timeout that is none', { template: tosca(1), timeoutMins: 0 }, {}, 400],
    ['another version', { template: tosca(1) }, { headers: { 'If-Match': '"other"' } }, 412],
  ] as const)('is refused for %s, and changes nothing', async (_, body, sent, status) => {
    expect((await put(body, sent)).json).toMatchObject({ code: status });
    expect([(await found())?.status, test.service.asked]).toEqual(['CREATE_COMPLETE', []]);
  });

  it('is refused while another is in progress', async () => {
    await put({ template: tosca(2) });
    expect((await put({ template: tosca(3) })).json).toMatchObject({ code: 409 });
  });

  it('lets one of two win', async () => {
    const both = await Promise.all([put({ template: tosca(2) }), put({ template: tosca(3) })]);
    expect(both.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect(test.service.asked).toEqual(['start UPDATE']);
  });

  it('is made to the version that If-Match names', async () => {
    const { headers } = await call(get(test.service), of());
    const bound = { headers: { 'If-Match': String(headers['ETag']) } };
    expect((await put({ template: tosca(2) }, bound)).status).toBe(202);
    expect((await put({ template: tosca(2) }, bound)).status).toBe(412);
  });
});

/** The same with machines, and of another operating system; `token` is of its credentials. */
const machines = (version: string, cpus: number, token = 'old') =>
  tosca(1).replace(
    'num_cpus: { get_input: cpus } } }',
    `num_cpus: ${cpus} } }\n        os: { properties: { version: '${version}', password: ${token} } }`,
  );

describe('an update of machines that stay', () => {
  const indigo = (text: string) =>
    text
      .replace(
        'topology_template',
        "imports: [{a: 'https://raw.githubusercontent.com/indigo-dc/tosca-types/master/custom_types.yaml'}]\ntopology_template",
      )
      .replace('tosca.nodes.Compute', 'tosca.nodes.indigo.Compute')
      .replace(/password: (\w+)/, 'credential: { user: me, token: $1 }');

  beforeEach(async () => {
    const body = { template: indigo(machines('22.04', 2)), parameters: { cpus: 2 } };
    const made = await call(create(test.service), { as: 'olga', method: 'POST', body });
    id = String(made.json['uuid']);
    const operation = (await test.service.deployments.find(id))?.operation.id ?? '';
    await test.service.deployments.record(id, operation, { status: 'CREATE_COMPLETE' });
    const [server] = await test.service.resources.all(id);
    if (server) await test.service.resources.put([{ ...server, state: 'STARTED', physicalId: '0' }]);
    test.service.asked.length = 0;
  });

  it('is refused, naming node, property, old and new value, but no secret', async () => {
    const { status, json } = await put({ template: indigo(machines('24.04', 4, 'new')) });
    expect([status, (await found())?.status, test.service.asked]).toEqual([400, 'CREATE_COMPLETE', []]);
    const lines = String(json.message).split('\n');
    expect(lines).toEqual([
      'the update asks for changes that are not possible:',
      expect.stringMatching(
        /^server: capabilities\.os\.properties\.credential\.token from "\*{8}" to "\*{8}": refused: /,
      ),
      expect.stringMatching(/^server: capabilities\.os\.properties\.version from "22\.04" to "24\.04": refused: /),
    ]);
    expect(lines[2]).toContain('with "replace": ["server"] in the request');
  });

  it.each([[true], ['true'], [['server']]])('is accepted with replace %j', async (replace) => {
    expect((await put({ template: indigo(machines('24.04', 4)), replace })).status).toBe(202);
    const states = (await test.service.resources.all(id)).map(({ state }) => state);
    expect(states.toSorted()).toEqual(['CREATING', 'DELETING']);
  });

  it.each([
    [
      ['sever'],
      'replace names "sever": it takes names of nodes that are machines or hold data, of which there are server',
    ],
    [7, 'replace must be true, false or a list of names of nodes'],
    [[7], 'replace'],
  ])('is refused with replace %j', async (replace, why) => {
    const { status, json } = await put({ template: indigo(machines('24.04', 4)), replace });
    expect([status, String(json.message)]).toEqual([400, expect.stringContaining(why)]);
  });

  it('is told by a dry run, whether it would be refused or not', async () => {
    const dry = async (body: object) => (await put(body, { query: { dryRun: 'true' } })).json['changes'];
    const path = 'capabilities.os.properties.version';
    const version = { node: 'server', property: path, old: '22.04', new: '24.04' };
    const cpus = { node: 'server', property: 'capabilities.host.properties.num_cpus', old: 2, new: 4 };
    const template = indigo(machines('24.04', 4));
    expect(await dry({ template })).toEqual([
      { ...cpus, how: 'altered' },
      { ...version, how: 'refused', why: expect.stringContaining('"replace": ["server"]') },
    ]);
    expect(await dry({ template, replace: ['server'] })).toEqual([
      { ...cpus, how: 'replaced' },
      { ...version, how: 'replaced' },
    ]);
    expect(await dry({ template: indigo(machines('22.04', 2)) })).toEqual([]);
    expect(await dry({ template: indigo(machines('22.04', 2, 'new')) })).toMatchObject([
      { old: '********', new: '********' },
    ]);
    expect((await found())?.status).toBe('CREATE_COMPLETE');
  });
});

describe('a dry run of an update', () => {
  const requestDryRun = (body: object) => put(body, { query: { dryRun: 'true' } });

  it('shows what would come and what would go, and changes nothing', async () => {
    const more = await requestDryRun({ template: tosca(3), parameters: { cpus: 4 } });
    expect(more).toMatchObject({ status: 200, json: { topology: { inputs: { cpus: 4, memory: 5 } } } });
    const server = { toscaNodeName: 'server', toscaNodeType: 'tosca.nodes.Compute' };
    expect(more.json['difference']).toMatchObject({ added: [server, server], removed: [] });
    const none = await requestDryRun({ template: tosca(0) });
    expect(none.json).toMatchObject({
      resources: [],
      difference: { added: [], removed: [{ ...server, uuid: expect.any(String) }] },
    });
    expect([(await found())?.status, test.service.asked]).toEqual(['CREATE_COMPLETE', []]);
  });

  it('names the provider that keeps it, once one does', async () => {
    expect((await requestDryRun({ template: tosca(2) })).json).not.toHaveProperty('provider');
    const works = async (providerId: string) => {
      await test.service.deployments.record(id, (await found())?.operation.id ?? '', { providerId });
      return (await requestDryRun({ template: tosca(2) })).json['provider'];
    };
    expect(await works('second')).toEqual({ id: 'second', name: 'Second Cloud' });
    expect(await works('gone')).toEqual({ id: 'gone', name: 'gone, which is no longer configured' });
  });

  it('is refused as the update would be', async () => {
    const stranger = '{ default_instances: 1, removal_list: [ 0190a000-0000-7000-8000-000000000001 ] }';
    const removal = tosca(1).replace('{ default_instances: 1 }', stranger);
    for (const query of [{ dryRun: 'true' }, { dryRun: 'false' }]) {
      const { status, json } = await put({ template: removal }, { query });
      expect([status, json.message]).toEqual([400, expect.stringContaining('removal_list')]);
    }
    expect((await requestDryRun({ template: 'a: 1' })).status).toBe(400);
    await put({ template: tosca(2) });
    expect((await requestDryRun({ template: tosca(3) })).status).toBe(409);
  });
});

describe('what becomes of an update that fails', () => {
  const rollback = { template: tosca(2), onFailure: 'rollback' };
  const inForce = async () => {
    const { operation } = (await found()) ?? {};
    await test.service.deployments.record(id, operation?.id ?? '', { inForce: 1 });
  };
  const withConfiguration = (body: object) =>
    call(update({ ...test.service, failedUpdates: 'rollback' }), of({ method: 'PUT', body }));

  it('is that it goes back, where the request asks for that, or the configuration', async () => {
    await inForce();
    expect((await put(rollback)).status).toBe(202);
    expect((await found())?.operation).toMatchObject({ kind: 'UPDATE', revertedBy: expect.any(String) });
  });

  it('is that it stays as it is, where the request asks for that, or nobody for anything', async () => {
    await inForce();
    const before = await found();
    expect((await withConfiguration({ template: tosca(2), onFailure: 'keep' })).status).toBe(202);
    expect((await found())?.operation).not.toHaveProperty('revertedBy');
    await test.service.deployments.supersede((await found()) as never, before as never);
    expect((await put({ template: tosca(2) })).status).toBe(202);
    expect((await found())?.operation).not.toHaveProperty('revertedBy');
  });

  it('is what the configuration says, if it is possible', async () => {
    expect((await withConfiguration({ template: tosca(2) })).status).toBe(202);
    expect((await found())?.operation).not.toHaveProperty('revertedBy');
    const { operation } = (await found()) ?? {};
    await test.service.deployments.record(id, operation?.id ?? '', { status: 'UPDATE_COMPLETE', inForce: 1 });
    expect((await withConfiguration({ template: tosca(2) })).status).toBe(202);
    expect((await found())?.operation).toHaveProperty('revertedBy');
  });

  it('is in the dry run', async () => {
    await inForce();
    const { json } = await put(rollback, { query: { dryRun: 'true' } });
    expect(json['notes']).toContainEqual(expect.stringMatching(/goes back to version 1/));
  });

  it('is refused where there is nothing to go back to, and where it is none of both', async () => {
    await test.service.deployments.record(id, (await found())?.operation.id ?? '', { inForce: undefined });
    expect((await put(rollback)).status).toBe(409);
    expect((await put(rollback, { query: { dryRun: 'true' } })).status).toBe(409);
    expect((await put({ template: tosca(2), onFailure: 'undo' })).status).toBe(400);
  });
});
