/**
 * What the real clients send, and what they need back: the checklist of docs/contract/clients.md,
 * "What follows for the service", line by line.
 */

import { beforeAll, describe, expect, it } from 'vitest';
import type { Deployment } from '../../src/domain/deployments/record/deployment.ts';
import { people } from './requests.ts';
import { id, sampleDeployment, sampleResource, serverTemplate } from './samples.ts';
import { serviceForTests } from './service.ts';
import { send, type Wire } from './wire.ts';

const test = serviceForTests();
const tosca = `tosca_definitions_version: tosca_simple_yaml_1_0
topology_template:
  inputs:
    cpus: { type: integer }
    big: { type: boolean }
  node_templates:
    server:
      type: tosca.nodes.Compute
      capabilities: { host: { properties: { num_cpus: { get_input: cpus } } } }
`;

const made = (n: number, more: Partial<Deployment> = {}) => sampleDeployment({ id: id(n), ...more });

beforeAll(async () => {
  const { deployments, resources, files } = test.service;
  await deployments.accept(made(1, { userGroup: 'physics' }));
  await deployments.accept(made(2, { status: 'CREATE_FAILED', statusReason: 'no provider left' }));
  await deployments.accept(made(3, { status: 'DELETE_IN_PROGRESS' }));
  await resources.put([sampleResource(), sampleResource({ id: id(101), state: 'STOPPED', metadata: {} })]);
  await files.putTemplate(id(1), id(900), tosca);
  await files.appendLog(id(1), '1', 'a line\n');
});

/** The headers of each client, with olga's token. */
const clients = {
  orchent: {
    'User-Agent': 'Orchent',
    Accept: 'application/json',
    'Accept-Encoding': 'gzip',
    Authorization: 'Bearer olga',
  },
  orpy: { 'User-Agent': 'orpy-orpy/1.0.4', Accept: 'application/json', Authorization: 'Bearerolga' },
  'dashboard (reads)': { Accept: '*/*', Authorization: 'Bearer olga' },
  'dashboard (writes)': { Accept: '*/*', 'Content-Type': 'application/json', Authorization: 'bearer olga' },
} as const;
type Client = keyof typeof clients;

const as = (client: Client, wire: Wire) =>
  send(test.service, { ...wire, headers: { ...clients[client], ...wire.headers } });
const one = `/deployments/${id(1)}`;
const posted = (client: Client, target: string, body: object) =>
  as(client, { method: 'POST', target, body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } });

describe('1. a slash at the end', () => {
  it.each([
    ['orpy', 'GET', `${one}/template/`, 200],
    ['orpy', 'GET', `${one}/resources/`, 200],
    ['dashboard (reads)', 'GET', '/deployments/', 200],
  ] as const)('of %s means nothing: %s %s', async (client, method, target, status) => {
    expect((await as(client, { method, target })).status).toBe(status);
  });

  it.each(['orpy', 'dashboard (writes)'] as const)(
    'of %s means nothing: POST /deployments/, without a redirect',
    async (client) => {
      const body = { template: tosca, parameters: { cpus: 1, big: true } };
      expect((await posted(client, '/deployments/', body)).status).toBe(201);
    },
  );
});

describe('2. the scheme of Authorization', () => {
  it.each(Object.keys(clients) as Client[])('is taken as %s writes it', async (client) => {
    expect((await as(client, { target: one })).status).toBe(200);
  });
});

describe('3. Accept: application/json', () => {
  it.each(['template', 'log', 'extrainfo'])('of orchent gets the %s as text', async (what) => {
    const answer = await as('orchent', { target: `${one}/${what}` });
    expect(answer).toMatchObject({ status: 200, headers: { 'Content-Type': 'text/plain;charset=UTF-8' } });
  });

  it('of orchent depshow --verbose gets an extrainfo that is JSON', async () => {
    expect(JSON.parse((await as('orchent', { target: `${one}/extrainfo` })).body)).toHaveProperty('vmProperties');
  });
});

describe('4. bodies', () => {
  const parameters = { cpus: '2', big: 'true' }; // forms send texts

  it.each([
    ['orchent', { template: tosca, parameters, keepLastAttempt: 'true', maxProvidersRetry: 3, userGroup: 'physics' }],
    ['orpy', { template: tosca, parameters, keepLastAttemp: true }],
    [
      'dashboard (writes)',
      {
        template: tosca,
        parameters,
        keepLastAttempt: 'false',
        providerTimeoutMins: '60',
        timeoutMins: 120,
        callback: 'https://dashboard.example/callback?uuid=1',
      },
    ],
  ] as const)('of %s are taken as they are', async (client, body) => {
    const { status, json } = await posted(client, '/deployments', body);
    expect(status).toBe(201);
    const stored = await test.service.deployments.find(String(json['uuid']));
    expect(stored?.limits.keepLastAttempt).toBe(client === 'orchent');
    if (client === 'dashboard (writes)')
      expect(stored?.limits).toMatchObject({ providerTimeoutMins: 60, timeoutMins: 120 });
  });

  it('of the dashboard’s DELETE are ignored, and its query is taken', async () => {
    const { json } = await posted('orchent', '/deployments', { template: tosca, parameters });
    const wire = { method: 'DELETE', target: `/deployments/${json['uuid']}?force=true`, body: '["force=true"]' };
    expect(await as('dashboard (writes)', wire)).toMatchObject({ status: 204, body: '' });
  });

  it('of JSAGA have no parameters', async () => {
    const body = { template: serverTemplate };
    expect((await posted('orchent', '/deployments', body)).status).toBe(201);
  });
});

describe('5. filters', () => {
  const { issuer } = people.olga;
  it.each([
    ['orchent depls -c me', 'orchent', 'createdBy=me&size=2000'],
    ['orchent depls -c, encoded', 'orchent', `createdBy=${encodeURIComponent(`olga@${issuer}`)}&size=2000`],
    ['the dashboard, raw', 'dashboard (reads)', `createdBy=olga@${issuer}&size=2000`],
    ['old dashboards, all at once', 'dashboard (reads)', 'createdBy=me&page=0&size=9999'],
    ['the oldest', 'dashboard (reads)', 'createdBy=me&page=0&size=999999'],
  ] as const)('of %s show all of one’s own', async (_, client, query) => {
    const { status, json } = await as(client, { target: `/deployments?${query}` });
    expect(status).toBe(200);
    expect(json.content.map(({ uuid }) => uuid)).toEqual(expect.arrayContaining([id(1), id(2), id(3)]));
  });

  it.each([
    ['orchent depls -x, encoded', 'orchent', 'excludedStatus=CREATE_FAILED%2CDELETE_IN_PROGRESS'],
    ['the dashboard, raw', 'dashboard (reads)', 'excludedStatus=CREATE_FAILED,DELETE_IN_PROGRESS'],
    ['anybody, once for each', 'orchent', 'excludedStatus=create_failed&excludedStatus=DELETE_IN_PROGRESS'],
  ] as const)('of %s leave statuses out', async (_, client, query) => {
    const { json } = await as(client, { target: `/deployments?${query}&size=2000` });
    const ids = json.content.map(({ uuid }) => uuid);
    expect(ids).toContain(id(1));
    expect(ids).not.toContain(id(2));
    expect(ids).not.toContain(id(3));
  });

  it('of orchent depls -g show a group', async () => {
    const { json } = await as('orchent', { target: '/deployments?userGroup=physics&size=2000' });
    expect(json.content.map(({ uuid }) => uuid)).toContain(id(1));
  });

  it('of orchent depdel are always there', async () => {
    expect((await as('orchent', { method: 'DELETE', target: `/deployments/${id(3)}?force=false` })).status).toBe(409);
  });
});

describe('6. lists', () => {
  it.each(['/deployments', `${one}/resources`, `/deployments/${id(2)}/resources`])(
    'have links, content and page: %s',
    async (target) => {
      const { json } = await as('dashboard (reads)', { target });
      expect(Object.keys(json)).toEqual(['links', 'content', 'page']);
      for (const { href } of json.links) expect(href).toMatch(/^https:\/\/api\.example\//);
    },
  );

  it('are walked by orchent: next as it is, while self differs from last', async () => {
    const seen: unknown[] = [];
    let target: string | undefined = '/deployments?createdBy=me&size=2';
    while (target !== undefined) {
      const { json } = await as('orchent', { target });
      seen.push(...json.content.map(({ uuid }) => uuid));
      const href = (rel: string) => json.links.find((link) => link.rel === rel)?.href;
      const goesOn = href('next') !== undefined && href('last') !== undefined && href('self') !== href('last');
      target = goesOn ? href('next')?.replace('https://api.example', '') : undefined;
    }
    const { json } = await as('orchent', { target: '/deployments?createdBy=me&size=2000' });
    expect(seen).toEqual(json.content.map(({ uuid }) => uuid));
    expect(new Set(seen).size).toBe(seen.length);
  });
});

describe('7. errors', () => {
  it.each([
    [400, { target: '/deployments?size=none' }],
    [401, { target: one, headers: { Authorization: '' } }],
    [404, { target: `/deployments/${id(999)}` }],
    [409, { method: 'DELETE', target: `/deployments/${id(3)}` }],
  ] as const)('have code, title and message: %d', async (code, wire) => {
    const { status, json } = await as('orchent', wire);
    expect([status, json['code']]).toEqual([code, code]);
    expect(json).toMatchObject({ title: expect.stringMatching(/\w/), message: expect.stringMatching(/\w/) });
  });
});

describe('8. times', () => {
  it('are to the minute on every item, as orchent cuts them', async () => {
    const { json } = await as('orchent', { target: '/deployments?size=2000' });
    for (const { creationTime, updateTime } of json.content)
      for (const time of [creationTime, updateTime]) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d\+0000$/);
  });
});

describe('9. resources', () => {
  it('have texts in requiredBy and metadata, and links', async () => {
    const { json } = await as('orchent', { target: `${one}/resources` });
    for (const { requiredBy, metadata, links } of json.content) {
      expect([requiredBy].flat().every((item) => typeof item === 'string')).toBe(true);
      expect(Object.values(metadata as object).every((value) => typeof value === 'string')).toBe(true);
      expect(links).toHaveLength(2);
    }
  });
});

describe('10. what is asked without a token', () => {
  it('is /info of orpy and the dashboards, which compare its version', async () => {
    const { status, json } = await send(test.service, { target: '/info', headers: { Accept: 'application/json' } });
    expect(status).toBe(200);
    const { version } = json['build'] as { version: string };
    expect(version.localeCompare('2.2.0', undefined, { numeric: true })).toBeGreaterThanOrEqual(0);
    for (const name of ['projectVersion', 'projectRevision', 'projectTimestamp', 'serverHostname'])
      expect(json[name]).toBeTypeOf('string');
  });

  it.each(['orchent', 'orpy'] as const)('is /configuration too, though %s sends one', async (client) => {
    const { status, json } = await as(client, { target: '/configuration' });
    expect(status).toBe(200);
    for (const value of Object.values(json)) expect(value).toBeTypeOf('string');
  });
});

describe('11. start and stop', () => {
  it('of orchent go on what the state says', async () => {
    const act = (resource: number, type: string) =>
      posted('orchent', `${one}/resources/${id(resource)}/actions`, { type });
    const state = async (n: number) => (await as('orchent', { target: `${one}/resources/${id(n)}` })).json['state'];
    expect([await state(100), await state(101)]).toEqual(['STARTED', 'STOPPED']);
    expect(await act(100, 'stop')).toMatchObject({ status: 202, body: '' });
    expect(await act(101, 'start')).toMatchObject({ status: 202, body: '' });
  });
});

describe('12. changes', () => {
  it('of the dashboard hold only the parameters that change, and get an empty 202', async () => {
    const body = { template: tosca, parameters: { cpus: '1', big: 'false' } };
    const { json } = await posted('dashboard (writes)', '/deployments/', body);
    const stored = await test.service.deployments.find(String(json['uuid']));
    await test.service.deployments.record(stored?.id ?? '', stored?.operation.id ?? '', { status: 'CREATE_COMPLETE' });
    const change = { template: tosca, parameters: { cpus: '3' }, keepLastAttempt: 'true' };
    const wire = { method: 'PUT', target: `/deployments/${json['uuid']}`, body: JSON.stringify(change) };
    expect(await as('dashboard (writes)', wire)).toMatchObject({ status: 202, body: '' });
    const { parameters } = (await test.service.deployments.find(String(json['uuid']))) ?? {};
    expect(parameters).toEqual({ cpus: 3, big: false }); // of their types, though the form sent texts
  });

  it('of the dashboard’s reset get an empty 204', async () => {
    const wire = { method: 'PATCH', target: `/deployments/${id(3)}`, body: '{"status":"DELETE_FAILED"}' };
    expect(await as('dashboard (writes)', wire)).toMatchObject({ status: 204, body: '' });
  });
});

describe('13. ids', () => {
  it('have 36 characters at most', async () => {
    const { json } = await as('dashboard (reads)', { target: '/deployments?size=2000' });
    for (const { uuid } of json.content) expect(uuid.length).toBeLessThanOrEqual(36);
  });
});
