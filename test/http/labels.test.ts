import { beforeEach, describe, expect, it } from 'vitest';
import { labelDeployment } from '../../src/domain/deployments/accepting/label.ts';
import { call, type Sent } from './requests.ts';
import { serviceForTests } from './service.ts';
import { create, events, get, label, list, update, view } from './under-test.ts';

const test = serviceForTests();

const template = `tosca_definitions_version: tosca_simple_yaml_1_0
topology_template: { node_templates: { web: { type: tosca.nodes.Compute } } }
`;

const making = (labels: unknown, more: Partial<typeof test.service> = {}) =>
  call(create({ ...test.service, ...more }), {
    ...{ as: 'olga', method: 'POST', body: { template, userGroup: 'physics', labels } },
  });

let id = '';
beforeEach(async () => {
  id = String((await making({ team: 'physics' })).json['uuid']);
});

const found = async () => {
  const deployment = await test.service.deployments.find(id);
  if (deployment === undefined) throw new Error('it is gone');
  return deployment;
};
const of = (more: Sent = {}): Sent => ({ as: 'olga', path: { deployment_id: id }, ...more });
const put = (labels: unknown, more: Sent = {}) =>
  call(label(test.service), of({ method: 'PUT', body: { labels }, ...more }));
const listed = (query: NonNullable<Sent['query']>, as: NonNullable<Sent['as']> = 'olga') =>
  call(list(test.service), { as, query });

describe('the labels of a deployment', () => {
  it('are shown by POST, GET, the list and the view, and absent where there are none', async () => {
    const labels = { team: 'physics' };
    expect((await call(get(test.service), of())).json).toMatchObject({ labels });
    expect((await call(view(test.service), of())).json).toMatchObject({ labels });
    expect((await listed({})).json).toMatchObject({ content: [{ labels }] });
    for (const none of [undefined, null, {}]) expect((await making(none)).json).not.toHaveProperty('labels');
  });

  it('are replaced as a whole, with a new version and an event', async () => {
    const before = await call(get(test.service), of());
    const only = { headers: { 'If-Match': String(before.headers['ETag']) } };
    expect((await put({ stage: 'test' }, only)).status).toBe(204);
    const after = await call(get(test.service), of());
    expect(after.json).toEqual({ ...before.json, labels: { stage: 'test' }, updateTime: after.json['updateTime'] });
    expect(after.headers['ETag']).not.toBe(before.headers['ETag']);
    expect((await put({ stage: 'other' }, only)).status).toBe(412);
    expect((await put({})).status).toBe(204);
    expect((await call(get(test.service), of())).json).not.toHaveProperty('labels');
    expect((await call(events(test.service), of())).json).toMatchObject({
      content: [{ message: expect.stringContaining('labels') }, { message: expect.stringContaining('labels') }, {}],
    });
  });

  it('stay where the same is asked again, where a dry run asks, and under one key', async () => {
    const key = { headers: { 'Idempotency-Key': 'once' } };
    expect((await put({ a: '1' }, { query: { dryRun: 'true' } })).json).toEqual({
      ...{ labels: { team: 'physics' }, nextLabels: { a: '1' } },
    });
    await put({ a: '1' }, key);
    await put({ b: '2' });
    expect((await put({ a: '1' }, key)).status).toBe(204);
    expect((await found()).labels).toEqual({ b: '2' });
  });

  it('do not change with an update, which says where they do', async () => {
    const sent = of({ method: 'PUT', body: { template, labels: { a: '1' } } });
    expect((await call(update(test.service), sent)).json).toMatchObject({
      code: 400,
      message: expect.stringContaining('/labels'),
    });
  });

  it('cannot change while it is deleted', async () => {
    const seen = await found();
    await test.service.deployments.record(id, seen.operation.id, { status: 'DELETE_IN_PROGRESS' });
    expect((await put({ a: '1' })).status).toBe(409);
  });

  it('are written after what a workflow writes meanwhile', async () => {
    const seen = await found();
    await test.service.deployments.record(id, seen.operation.id, { task: 'DEPLOYER' });
    await labelDeployment(test.service, seen, { labels: { a: '1' } });
    expect(await found()).toMatchObject({ task: 'DEPLOYER', labels: { a: '1' } });
  });

  it.each([
    ['a member of its group', 'mia', 403],
    ['a stranger', 'otto', 404],
  ] as const)('are not changed by %s', async (_, as, status) => {
    expect((await put({ a: '1' }, { as })).status).toBe(status);
  });

  it('are those of the installation, unless the request gives another value', async () => {
    const creationLimits = { labels: { Team: 'nobody', cost: '42' } };
    const made = await making({ team: 'physics' }, { creationLimits } as never);
    expect(made.json['labels']).toEqual({ team: 'physics', cost: '42' });
  });
});

describe('a label', () => {
  const long = (length: number): string => 'x'.repeat(length);
  it.each([
    ['forty', Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`n${at}`, 'v']))],
    ['all signs', { 'a b_.:/+-@é': 'v _.:/=+-@ß' }],
    ['the longest', { [long(128)]: long(256) }],
  ])('may be this: %s', async (_, labels) => {
    expect((await making(labels)).json).toMatchObject({ labels });
  });

  it('is stored with accents in one form', async () => {
    expect((await making({ 'e\u0301': 'e\u0301' })).json['labels']).toEqual({ é: 'é' });
  });

  it.each([
    ['forty-one', Object.fromEntries(Array.from({ length: 41 }, (_, at) => [`n${at}`, 'v']))],
    ['no map', ['a']],
    ['a number', { a: 1 }],
    ['no value', { a: '' }],
    ['no name', { '': 'a' }],
    ['a comma', { 'a,b': 'c' }],
    ['an equals sign in a name', { 'a=b': 'c' }],
    ['a space at the end', { a: 'b ' }],
    ['too long a name', { [long(129)]: 'a' }],
    ['too long a value', { a: long(257) }],
    ['a name of AWS', { 'AWS:a': 'b' }],
    ['a name of RDS', { 'rds:a': 'b' }],
    ['a name of ours', { 'toscanini:a': 'b' }],
    ['the name of machines', { Name: 'b' }],
    ['names that differ in case', { team: 'a', Team: 'b' }],
  ])('may not be this: %s', async (_, labels) => {
    const refused = await making(labels);
    expect(refused.json).toMatchObject({ code: 400, message: expect.stringContaining('labels') });
    expect((await put(labels)).status).toBe(400);
  });
});

describe('a list by label', () => {
  it('has all that match every condition, of those that the caller may list', async () => {
    await put({ crew: 'physics' });
    const other = String((await making({ crew: 'physics', stage: 'test' })).json['uuid']);
    const uuids = async (query: NonNullable<Sent['query']>, as: NonNullable<Sent['as']> = 'olga') =>
      ((await listed(query, as)).json['content'] as { uuid: string }[]).map(({ uuid }) => uuid);
    expect(await uuids({ label: 'crew' })).toEqual([other, id]);
    expect(await uuids({ label: 'crew=physics,stage=test' })).toEqual([other]);
    expect(await uuids({ label: 'crew=physics,stage' })).toEqual([other]);
    expect(await uuids({ label: 'crew=none' })).toEqual([]);
    expect(await uuids({ label: 'crew', userGroup: 'physics' }, 'mia')).toEqual([other, id]);
    expect(await uuids({ label: 'crew' }, 'mia')).toEqual([]);
  });

  it('keeps its conditions in its links', async () => {
    const { json } = await listed({ label: 'crew=physics,crew', size: '1' });
    expect(JSON.stringify(json['links'])).toContain('label=crew%3Dphysics%2Ccrew');
  });

  it.each([{ label: '=a' }, { label: 'a=b', status: 'DELETE_COMPLETE' }, { label: 'a*' }])(
    'is refused for %j',
    async (query) => {
      expect((await listed(query)).status).toBe(400);
    },
  );
});
