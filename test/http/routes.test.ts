import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { call, type Sent } from './requests.ts';
import { id, sampleDeployment, sampleResource, vmInfo } from './samples.ts';
import { serviceForTests } from './service.ts';
import { configuration, extrainfo, info, log, resource, resources, template } from './under-test.ts';

const test = serviceForTests();
const empty = sampleDeployment({ id: id(2), status: 'CREATE_IN_PROGRESS' });
const text = { 'Content-Type': 'text/plain;charset=UTF-8' };

const port = sampleResource({
  id: id(101),
  toscaNodeName: 'port',
  toscaNodeType: 'tosca.nodes.network.Port',
  toscaTypes: ['tosca.nodes.network.Port', 'tosca.nodes.Root'],
  requiredBy: [],
  metadata: {},
});

beforeAll(async () => {
  const { service } = test;
  await service.deployments.accept(sampleDeployment());
  await service.deployments.accept(empty);
  await service.resources.put([sampleResource(), port]);
  await service.files.putTemplate(id(1), sampleDeployment().operation.id, 'tosca: é\n');
  await service.files.appendLog(id(1), '1', 'first line\n');
});

const of = (deployment: string, more: Sent = {}): Sent => ({
  as: 'olga',
  headers: { Accept: 'application/json' },
  ...more,
  path: { deployment_id: deployment, ...more.path },
});

describe('the template, log and extended information', () => {
  it('are texts, whatever Accept says', async () => {
    const { service } = test;
    expect(await call(template(service), of(id(1)))).toMatchObject({ status: 200, headers: text, body: 'tosca: é\n' });
    expect(await call(log(service), of(id(1)))).toMatchObject({ status: 200, headers: text, body: 'first line\n' });
    const answer = await call(extrainfo(service), of(id(1)));
    expect(answer).toMatchObject({ status: 200, headers: text });
    expect(JSON.parse(answer.body)).toEqual(vmInfo);
  });

  it('say nothing before a provider works', async () => {
    expect(await call(log(test.service), of(id(2)))).toMatchObject({ status: 200, body: '' });
    expect(await call(extrainfo(test.service), of(id(2)))).toMatchObject({ status: 200, body: '{"vmProperties":[]}' });
  });

  it('of a log that is too long is its end', async () => {
    const text = `${'é'.repeat(3_000_000)}the end`;
    const files = { ...test.service.files, readLogAfter: async () => ({ text, cursor: 'next' }) };
    const answer = await call(log({ ...test.service, files }), of(id(1)));
    expect(answer.status).toBe(200);
    expect(answer.body).toMatch(/^\[the first 2000007 characters are left out\]\n.*the end$/s);
  });

  it('too large to be sent are refused, not cut off by the gateway', async () => {
    const files = { ...test.service.files, getTemplate: async () => 'x'.repeat(6_000_000) };
    expect((await call(template({ ...test.service, files }), of(id(1)))).json).toMatchObject({ code: 400 });
  });
});

describe('the resources of a deployment', () => {
  const ask = (query: Record<string, string> = {}, deployment = id(1)) =>
    call(resources(test.service), of(deployment, { query }));

  it('are listed as pages, newest first', async () => {
    const { json } = await ask({ size: '1' });
    expect(json.content).toMatchObject([{ uuid: id(101), metadata: {}, requiredBy: [] }]);
    expect(json['page']).toEqual({ size: 1, totalElements: 2, totalPages: 2, number: 0 });
    expect(json.links.map(({ rel }) => rel)).toEqual(['first', 'self', 'next', 'last']);
  });

  it.each([
    ['tosca.nodes.Compute', [id(100)]],
    ['tosca.nodes.Root', [id(101), id(100)]],
    ['tosca.nodes.network.Port', [id(101)]],
    ['', [id(101), id(100)]],
    ['{type}', [id(101), id(100)]],
    ['no.such.Type', []],
  ])('are filtered by the type %j or one derived from it', async (type, expected) => {
    const { json } = await ask({ type });
    expect(json.content.map(({ uuid }) => uuid)).toEqual(expected);
    const shown = new URL(json.links[0]?.href ?? '').searchParams.get('type');
    expect(shown).toBe(['', '{type}'].includes(type) ? null : type);
  });

  it('are walked by next with a type, each shown once', async () => {
    const seen: string[] = [];
    for (let query: Record<string, string> | undefined = { type: 'tosca.nodes.Root', size: '1' }; query; ) {
      const { json } = await ask(query);
      expect(json['page']).toMatchObject({ totalElements: 2, totalPages: 2 });
      seen.push(...json.content.map(({ uuid }) => uuid));
      const next = json.links.find(({ rel }) => rel === 'next')?.href;
      query = next === undefined ? undefined : Object.fromEntries(new URL(next).searchParams);
    }
    expect(seen).toEqual([id(101), id(100)]);
  });

  it('may be none', async () => {
    expect((await ask({}, id(2))).json).toMatchObject({ content: [], page: { totalElements: 0, totalPages: 0 } });
  });

  it('are found one by one', async () => {
    const answer = await call(resource(test.service), of(id(1), { path: { resource_id: id(100) } }));
    const self = `https://api.example/deployments/${id(1)}`;
    expect(answer.json).toMatchObject({
      uuid: id(100),
      physicalId: '0',
      metadata: { VirtualMachineInfo: JSON.stringify(vmInfo) },
      links: [
        { rel: 'deployment', href: self },
        { rel: 'self', href: `${self}/resources/${id(100)}` },
      ],
    });
  });

  it.each([
    ['that is unknown', id(1), id(999)],
    ['that is of another deployment', id(2), id(100)],
    ['whose id is none', id(1), '%00'],
  ])('are not found: one %s', async (_, deployment, resourceId) => {
    const answer = await call(resource(test.service), of(deployment, { path: { resource_id: resourceId } }));
    expect(answer.json).toMatchObject({ code: 404, title: 'Not Found' });
  });
});

describe('GET /configuration', () => {
  it('needs no token, takes any, and has texts only', async () => {
    for (const sent of [{}, { headers: { Authorization: 'Bearer rubbish' } }])
      expect(await call(configuration(test.service), sent)).toMatchObject({
        status: 200,
        json: { im_url: 'https://im.example' },
      });
  });

  it('has every member that the interface requires, empty where there is no such service', async () => {
    expect((await call(configuration(test.service))).json).toEqual({
      ...{ cpr_url: '', slam_url: '', cmdb_url: '', monitoring_url: '' },
      im_url: 'https://im.example',
    });
  });
});

describe('GET /info', () => {
  it('needs no token and tells the version', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    const answer = await call(info(test.service));
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      name: 'toscanini',
      version,
      projectVersion: version,
      projectRevision: expect.any(String),
      projectTimestamp: expect.stringMatching(/^\d{4}-/),
      serverHostname: 'api.example',
      build: { version: expect.stringMatching(/^2\.[2-9]\d*\.\d+$/) },
    });
  });
});
