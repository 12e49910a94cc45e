import { beforeEach, describe, expect, it } from 'vitest';
import type { Deployments } from '../../../src/domain/deployments/record/ports.ts';
import { call, type Sent } from '../requests.ts';
import { id, sampleDeployment, sampleResource, serverTemplate } from '../samples.ts';
import { type Service, serviceForTests } from '../service.ts';
import { configuration, create, extrainfo, get, list, log, remove, resource, template } from '../under-test.ts';

const test = serviceForTests();
const operation = sampleDeployment().operation.id;

beforeEach(async () => {
  const { deployments, resources, files } = test.service;
  const left = await deployments.find(id(1));
  if (left) await deployments.remove(id(1), left.operation.id);
  await deployments.accept(sampleDeployment({ userGroup: 'physics' }));
  await resources.put([sampleResource()]);
  await files.putTemplate(id(1), operation, 'tosca: é\n');
});

const of: Sent = { as: 'olga', path: { deployment_id: id(1), resource_id: id(100) } };
const bearing = (headers: Record<string, string>): Sent => ({ ...of, headers });
const touch = () => test.service.deployments.record(id(1), operation, { task: 'NONE' });
const current = async () => String((await call(get(test.service), of)).headers['ETag']);

describe('a GET of one thing', () => {
  const things = { deployment: get, template, log, extrainfo, resource, configuration } as const;

  it.each(Object.keys(things) as (keyof typeof things)[])(
    'has a strong ETag and answers 304 to it: the %s',
    async (name) => {
      const handler = things[name](test.service);
      const first = await call(handler, of);
      const tag = String(first.headers['ETag']);
      expect(first.status).toBe(200);
      expect(tag).toMatch(/^"[\w-]{27}"$/);
      for (const header of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const again = await call(handler, bearing({ 'If-None-Match': header }));
        expect(again).toMatchObject({ status: 304, body: '', headers: { ETag: tag, 'X-Request-ID': 'r-1' } });
        expect(again.headers).not.toHaveProperty('Content-Type');
      }
      for (const header of ['"other"', '', tag.slice(1, -1)])
        expect(await call(handler, bearing({ 'If-None-Match': header }))).toMatchObject({
          status: 200,
          body: first.body,
        });
      for (const header of ['', '0', tag.slice(1, -1), `${tag} ${tag}`])
        expect((await call(handler, bearing({ 'If-Match': header }))).status).toBe(200);
      expect(await call(handler, bearing({ 'If-Match': '"other"' }))).toMatchObject({
        status: 412,
        json: { code: 412 },
      });
    },
  );

  it('gets another ETag with every change, also one that is not shown', async () => {
    const before = await call(get(test.service), of);
    await touch();
    const after = await call(get(test.service), of);
    expect(after.headers['ETag']).not.toBe(before.headers['ETag']);
  });

  it('has different ETags for those who see different things', async () => {
    const seen = await Promise.all((['olga', 'mia'] as const).map((as) => call(resource(test.service), { ...of, as })));
    expect(seen[0]?.body).not.toBe(seen[1]?.body);
    expect(seen[0]?.headers['ETag']).not.toBe(seen[1]?.headers['ETag']);
  });

  it('is no GET of a list, which has none', async () => {
    expect((await call(list(test.service), { as: 'olga' })).headers).not.toHaveProperty('ETag');
  });
});

describe('a creation', () => {
  it('answers with the ETag of what was made', async () => {
    const body = { template: serverTemplate };
    const made = await call(create(test.service), { as: 'olga', method: 'POST', body });
    const found = await call(get(test.service), { as: 'olga', path: { deployment_id: String(made.json['uuid']) } });
    expect(made.headers['ETag']).toBe(found.headers['ETag']);
  });
});

describe('a change under If-Match', () => {
  const erase = (headers: Record<string, string>, ports: Partial<Service> = {}) =>
    call(remove({ ...test.service, ...ports }), { ...bearing(headers), method: 'DELETE' });
  const status = async () => (await test.service.deployments.find(id(1)))?.status;

  it('is made to the version it names, and to any by an asterisk', async () => {
    expect((await erase({ 'If-Match': `"other", ${await current()}` })).status).toBe(204);
    await test.service.deployments.accept(sampleDeployment());
    expect((await erase({ 'If-Match': '*' })).status).toBe(204);
  });

  it.each([
    ['another version', { 'If-Match': '"other"' }],
    ['whatever is not there', { 'If-None-Match': '*' }],
  ])('is refused for %s, and nothing happens', async (_, headers) => {
    expect(await erase(headers)).toMatchObject({ status: 412, json: { code: 412, title: 'Precondition Failed' } });
    expect(await status()).toBe('CREATE_COMPLETE');
  });

  it.each([
    ['If-Match', 'other'],
    ['If-Match', ''],
    ['If-Match', `*, "other"`],
    ['If-None-Match', 'other'],
  ])('is refused for what is no list of tags: %s: %s', async (name, value) => {
    const { status: answered, json } = await erase({ [name]: value });
    expect([answered, json.message]).toEqual([400, expect.stringContaining(`the header ${name} must be * or ETags`)]);
    expect(await status()).toBe('CREATE_COMPLETE');
  });

  it('compares strongly: a weak tag is no match', async () => {
    expect((await erase({ 'If-Match': `W/${await current()}` })).status).toBe(412);
  });

  it('is refused for a version that is gone', async () => {
    const tag = await current();
    await touch();
    expect((await erase({ 'If-Match': tag })).status).toBe(412);
    expect((await erase({ 'If-Match': await current() })).status).toBe(204);
  });

  /** The workflow writes once, between what the handler read and what it writes. */
  const disturbed = (): Deployments => {
    const { deployments } = test.service;
    let disturb: (() => Promise<unknown>) | undefined = touch;
    return {
      ...deployments,
      supersede: async (seen, next) => {
        await disturb?.();
        disturb = undefined;
        await deployments.supersede(seen, next);
      },
    };
  };

  it('is refused when a write comes in between, which a change without it survives', async () => {
    expect(await erase({ 'If-Match': await current() }, { deployments: disturbed() })).toMatchObject({ status: 412 });
    expect(await status()).toBe('CREATE_COMPLETE');
    expect((await erase({}, { deployments: disturbed() })).status).toBe(204);
  });

  it('lets one of two win', async () => {
    const tag = await current();
    const both = await Promise.all([erase({ 'If-Match': tag }), erase({ 'If-Match': tag })]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, expect.toSatisfy((s) => s === 404 || s === 412)]);
  });

  it('comes after 401, 404, 403 and 400', async () => {
    const headers = { 'If-Match': '"other"' };
    const ask = async (sent: Sent) => (await call(remove(test.service), { ...bearing(headers), ...sent })).status;
    expect(await ask({ as: undefined })).toBe(401);
    expect(await ask({ as: 'otto' })).toBe(404);
    expect(await ask({ as: 'mia' })).toBe(403);
    expect(await ask({ query: { force: 'maybe' } })).toBe(400);
  });
});
