import { beforeEach, describe, expect, it } from 'vitest';
import { protectDeployment } from '../../src/domain/deployments/accepting/protect.ts';
import { NotFoundError } from '../../src/foundation/errors.ts';
import { call, type Sent } from './requests.ts';
import { serviceForTests } from './service.ts';
import { create, events, get, protect, remove, update, view } from './under-test.ts';

const test = serviceForTests();

const tosca = (...nodes: readonly string[]): string => `tosca_definitions_version: tosca_simple_yaml_1_0
topology_template:
  node_templates:
${nodes.map((name) => `    ${name}: { type: tosca.nodes.Compute }\n`).join('')}`;

let id = '';
beforeEach(async () => {
  const body = { template: tosca('web', 'db'), userGroup: 'physics' };
  const made = await call(create(test.service), { as: 'olga', method: 'POST', body });
  id = String(made.json['uuid']);
  await test.service.deployments.record(id, await operation(), { status: 'CREATE_COMPLETE' });
  test.service.asked.length = 0;
});

const found = async () => {
  const deployment = await test.service.deployments.find(id);
  if (deployment === undefined) throw new Error('it is gone');
  return deployment;
};
const operation = async () => (await found()).operation.id;
const of = (more: Sent = {}): Sent => ({ as: 'olga', path: { deployment_id: id }, ...more });
const put = (isProtected: unknown, more: Sent = {}) =>
  call(protect(test.service), of({ method: 'PUT', body: { protected: isProtected }, ...more }));
const deleting = (query: Sent['query'] = {}) => call(remove(test.service), of({ method: 'DELETE', query }));
const updating = (text: string, query: Sent['query'] = {}) =>
  call(update(test.service), of({ method: 'PUT', body: { template: text }, query }));

describe('a creation', () => {
  const made = async (body: object, creationLimits = {}) => {
    const sent: Sent = { as: 'olga', method: 'POST', body: { template: tosca('web'), ...body } };
    const { json } = await call(create({ ...test.service, creationLimits }), sent);
    return (await test.service.deployments.find(String(json['uuid'])))?.protected;
  };
  it('protects from the first instant where it says so, or the installation does', async () => {
    expect(await made({})).toBeUndefined();
    expect(await made({ protected: true })).toBe(true);
    expect(await made({}, { protected: true })).toBe(true);
    expect(await made({ protected: false }, { protected: true })).toBeUndefined();
  });
});

describe('a protected deployment', () => {
  it.each([{}, { force: 'true' }, { dryRun: 'true' }])(
    'cannot be deleted until the protection is off: %j',
    async (query) => {
      expect((await put(true)).status).toBe(204);
      const kept: string[] = [];
      const delegations = { ...test.service.delegations, keep: async (one: string) => void kept.push(one) };
      const refused = await call(remove({ ...test.service, delegations }), of({ method: 'DELETE', query }));
      expect(refused.json).toMatchObject({ code: 409, message: expect.stringContaining('protected') });
      expect([(await found()).status, test.service.asked, kept]).toEqual(['CREATE_COMPLETE', [], []]);
      expect((await put(false)).status).toBe(204);
      expect([200, 204]).toContain((await deleting(query)).status);
    },
  );

  it('refuses an update that leaves a node out, which a dry run tells, and takes any other', async () => {
    await put(true);
    const refused = await updating(tosca('web'));
    expect(refused.json).toMatchObject({ code: 409, message: expect.stringMatching(/protected.* db:/) });
    expect((await found()).status).toBe('CREATE_COMPLETE');
    const dry = await updating(tosca('web'), { dryRun: 'true' });
    expect(dry.json).toMatchObject({ notes: [expect.stringContaining('protected')] });
    expect((await updating(tosca('web', 'db', 'more'))).status).toBe(202);
    expect(await found()).toMatchObject({ status: 'UPDATE_IN_PROGRESS', protected: true });
  });

  it('shows that in its view, and answers of the contract as before but for the version', async () => {
    const before = await call(get(test.service), of());
    await put(true);
    const after = await call(get(test.service), of());
    expect(after.json).toEqual({ ...before.json, updateTime: after.json['updateTime'] });
    expect(after.headers['ETag']).not.toBe(before.headers['ETag']);
    expect((await call(view(test.service), of())).json).toMatchObject({ protected: true });
    await put(false);
    expect((await call(view(test.service), of())).json).not.toHaveProperty('protected');
    expect((await call(events(test.service), of())).json).toMatchObject({
      content: [{ message: expect.stringContaining('taken off') }, { message: expect.stringContaining('put on') }, {}],
    });
  });

  it('stays as it is where the same is asked again, or a dry run asks', async () => {
    await put(true);
    const version = (await call(get(test.service), of())).headers['ETag'];
    expect((await put(true)).status).toBe(204);
    expect((await put(false, { query: { dryRun: 'true' } })).json).toEqual({ protected: true, nextProtected: false });
    expect((await call(get(test.service), of())).headers['ETag']).toBe(version);
  });

  it('is protected once under one key, also when somebody has taken it off since', async () => {
    const key = { headers: { 'Idempotency-Key': 'once' } };
    await put(true, key);
    await put(false);
    expect((await put(true, key)).status).toBe(204);
    expect(await found()).not.toHaveProperty('protected');
  });

  it.each([
    ['no text', 'perhaps', {}, 400],
    ['nothing', undefined, {}, 400],
    ['another version', true, { headers: { 'If-Match': '"other"' } }, 412],
    ['a member of its group', true, { as: 'mia' }, 403],
    ['a stranger', true, { as: 'otto' }, 404],
  ] as const)('is refused for %s', async (_, value, sent, status) => {
    expect((await put(value, sent)).json).toMatchObject({ code: status });
    expect(await found()).not.toHaveProperty('protected');
  });
});

describe('a protection that meets another change', () => {
  it('is written after what a workflow writes meanwhile', async () => {
    const seen = await found();
    await test.service.deployments.record(id, seen.operation.id, { task: 'DEPLOYER' });
    await protectDeployment(test.service, seen, { isProtected: true });
    expect(await found()).toMatchObject({ task: 'DEPLOYER', protected: true });
  });

  it('comes before a deletion that has not been written, or finds nothing after one', async () => {
    const seen = await found();
    await put(true);
    const { deployments } = test.service;
    // the deletion has read the deployment before it was protected
    const late = { ...deployments, find: onceThen(seen, deployments.find) };
    const refused = await call(remove({ ...test.service, deployments: late }), of({ method: 'DELETE' }));
    expect([refused.status, (await found()).status]).toEqual([409, 'CREATE_COMPLETE']);
    await put(false);
    expect((await deleting()).status).toBe(204);
    await expect(protectDeployment(test.service, seen, { isProtected: true })).rejects.toThrow(NotFoundError);
  });
});

/** Answers what was seen first, and afterwards what is there. */
const onceThen = <T, Given extends readonly unknown[]>(first: T, after: (...given: Given) => Promise<T>) => {
  let asked = 0;
  return async (...given: Given): Promise<T> => {
    asked += 1;
    return asked === 1 ? first : after(...given);
  };
};
