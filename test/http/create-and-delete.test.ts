import { describe, expect, it } from 'vitest';
import { UnavailableError } from '../../src/foundation/errors.ts';
import { type Answered, call, type Name, type Sent } from './requests.ts';
import { sampleResource } from './samples.ts';
import { serviceForTests } from './service.ts';
import { create, get, list, remove, resources, template } from './under-test.ts';

const test = serviceForTests();

const tosca = `tosca_definitions_version: tosca_simple_yaml_1_0
topology_template:
  inputs:
    cpus: { type: integer }
  node_templates:
    server:
      type: tosca.nodes.Compute
      capabilities:
        host: { properties: { num_cpus: { get_input: cpus } } }
`;

const body = { template: tosca, parameters: { cpus: '2' } };
const post = (sent: Sent) => call(create(test.service), { as: 'olga', method: 'POST', body, ...sent });
const uuidOf = ({ json }: Answered) => String(json['uuid']);
const at = (answer: Answered, as: Name = 'olga') => ({ as, path: { deployment_id: uuidOf(answer) } });

const total = async (as: Name) => {
  const { json } = await call(list(test.service), { as });
  return (json['page'] as { totalElements: number }).totalElements;
};

describe('creating a deployment', () => {
  it('answers 201 with the deployment and where it is', async () => {
    const callback = 'https://client.example/cb';
    const answer = await post({ body: { ...body, callback, userGroup: 'physics', keepLastAttempt: 'true' } });
    const self = `https://api.example/deployments/${uuidOf(answer)}`;
    expect(answer).toMatchObject({ status: 201, headers: { Location: self } });
    expect(answer.json).toStrictEqual({
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      creationTime: expect.stringMatching(/^2026-11-20T\d\d:\d\d\+0000$/),
      updateTime: answer.json['creationTime'],
      status: 'CREATE_IN_PROGRESS',
      outputs: {},
      task: 'NONE',
      callback,
      userGroup: 'physics',
      cloudProviderEndpoint: {},
      links: [
        { rel: 'self', href: self },
        { rel: 'resources', href: `${self}/resources?type={type}` },
        { rel: 'template', href: `${self}/template` },
      ],
    });
  });

  it('leaves it to be found: itself, its template as it was sent, its resources', async () => {
    const answer = await post({});
    const found = await call(get(test.service), at(answer));
    expect(found.json).toEqual(answer.json);
    expect(await call(template(test.service), at(answer))).toMatchObject({ status: 200, body: tosca });
    const { json } = await call(resources(test.service), at(answer));
    expect(json.content).toMatchObject([{ toscaNodeName: 'server', state: 'INITIAL', requiredBy: [], metadata: {} }]);
  });

  it('starts one operation', async () => {
    test.service.asked.length = 0;
    await post({});
    expect(test.service.asked).toEqual(['start CREATE']);
  });

  it('takes the body in base64', async () => {
    const handler = create(test.service);
    const encoded = Buffer.from(JSON.stringify(body)).toString('base64');
    const answer = await call(
      (event, context) => handler({ ...event, body: encoded, isBase64Encoded: true }, context),
      {
        as: 'olga',
      },
    );
    expect(answer.status).toBe(201);
  });

  it.each([
    ['without a token', { as: undefined }, 401, 'authentication'],
    ['without a body', { body: undefined }, 400, 'has no body'],
    ['with broken JSON', { body: '{"template": }' }, 400, 'line 1, column 14'],
    ['with a body over 1 MB', { body: { ...body, x: 'x'.repeat(2 ** 20) } }, 413, 'bytes'],
    ['for a group one is not in', { body: { ...body, userGroup: 'chemistry' } }, 403, 'chemistry'],
    ['with a private callback', { body: { ...body, callback: 'http://10.0.0.1/' } }, 400, 'private address'],
    ['with a template that is no YAML', { body: { template: '{[' } }, 400, /\n\d+:\d+: /],
    ['with a template that is no TOSCA', { body: { template: 'a: 1' } }, 400, 'tosca_definitions_version'],
    ['without an input that is needed', { body: { template: tosca } }, 400, /\n\d+:\d+ .*cpus/],
  ] as const)('%s stores and starts nothing', async (_, sent, status, message) => {
    const before = await total('olga');
    test.service.asked.length = 0;
    const answer = await post(sent as Sent);
    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject({ code: status, title: expect.any(String) });
    expect(answer.json.message).toMatch(message);
    expect([await total('olga'), test.service.asked]).toEqual([before, []]);
  });

  it('answers 503 when workflows cannot be started, and nothing is left', async () => {
    const before = await total('olga');
    const workflows = {
      ...test.service.workflows,
      startOperation: () => Promise.reject(new UnavailableError('the workflow engine does not answer')),
    };
    const answer = await call(create({ ...test.service, workflows }), { as: 'olga', method: 'POST', body });
    expect(answer).toMatchObject({ status: 503, headers: { 'Retry-After': '5' } });
    expect(await total('olga')).toBe(before);
  });
});

describe('deleting a deployment', () => {
  const erase = (sent: Sent) => call(remove(test.service), { method: 'DELETE', ...sent });

  it('for which nothing was made leaves nothing, at once', async () => {
    const created = await post({});
    expect(await erase(at(created))).toMatchObject({ status: 204, body: '' });
    expect((await call(get(test.service), at(created))).status).toBe(404);
  });

  /** A deployment with one attempt at a provider. */
  const attempted = async () => {
    const created = await post({});
    const deployment = await test.service.deployments.find(uuidOf(created));
    await test.service.attempts.findOrCreate({
      deploymentId: uuidOf(created),
      operationId: deployment?.operation.id ?? '',
      number: 1,
      providerId: 'cloud',
      state: 'RUNNING',
      startedAt: '2026-11-20T12:00:00.000Z',
      deadline: '2026-11-21T12:00:00.000Z',
      last: false,
      logged: {},
    });
    return created;
  };

  it('for which something was made starts its destruction, and keeps its template until then', async () => {
    const created = await attempted();
    test.service.asked.length = 0;
    expect((await erase(at(created))).status).toBe(204);
    expect(test.service.asked).toEqual(['stop CREATE', 'start DELETE']);
    expect((await call(get(test.service), at(created))).json).toMatchObject({ status: 'DELETE_IN_PROGRESS' });
    expect((await call(template(test.service), at(created))).body).toBe(tosca);
    expect((await erase(at(created))).status).toBe(409);
  });

  it('keeps its template while it is deleted before any attempt, for who is called back', async () => {
    const created = await post({ body: { ...body, callback: 'https://client.example/cb' } });
    expect((await erase(at(created))).status).toBe(204);
    expect((await call(get(test.service), at(created))).json).toMatchObject({ status: 'DELETE_IN_PROGRESS' });
    expect(await call(template(test.service), at(created))).toMatchObject({ status: 200, body: tosca });
  });

  it('takes force in the query, and ignores a body as the dashboard sends it', async () => {
    const created = await attempted();
    const sent = { ...at(created), query: { force: 'true' }, body: '["force=true"' };
    expect((await erase(sent)).status).toBe(204);
    expect((await test.service.deployments.find(uuidOf(created)))?.operation).toMatchObject({ force: true });
  });

  it.each([
    ['that is not there', { path: { deployment_id: sampleResource().id } }, 404],
    ['with a force that is none', { query: { force: 'maybe' } }, 400],
    ['as a member of no group of it', { as: 'otto' }, 404],
  ] as const)('%s is refused', async (_, sent, status) => {
    const created = await post({});
    const answer = await erase({ ...at(created), ...sent });
    expect(answer.json).toMatchObject({ code: status });
    expect((await call(get(test.service), at(created))).status).toBe(200);
  });
});
