import { beforeAll, describe, expect, it } from 'vitest';
import { call, type Name, people } from '../requests.ts';
import { id, sampleDeployment } from '../samples.ts';
import { serviceForTests } from '../service.ts';
import { create, get, list } from '../under-test.ts';

const test = serviceForTests();

const by = (name: Name) => ({ createdBy: { issuer: people[name].issuer, subject: people[name].subject } });

beforeAll(async () => {
  const more = [
    { name: 'Slurm test', status: 'CREATE_FAILED' },
    { name: 'slurm', userGroup: 'physics' },
    { name: 'Notebook', status: 'UPDATE_IN_PROGRESS' },
    { ...by('otto'), name: 'Cafe\u0301' },
    {
      ...by('otto'),
      name: 'With parts',
      foundBy: ['worker_server', '192.0.2.7'],
      outputs: {
        portal_url: 'https://portal.example:8443/',
        db_password: 'sesame-of-otto',
        login: { user: 'otto_at_db', key: 'hidden-by-the-template' },
        line: 'connect with given-as-input',
      },
      secretOutputs: [{ at: ['login', 'key'], is: 'secret' }],
      secretInputs: ['token'],
      parameters: { token: 'given-as-input' },
    },
    {
      ...by('mia'),
      name: 'pw hunter2hunter2',
      userGroup: 'physics',
      secretInputs: ['pw'],
      parameters: { pw: 'hunter2hunter2' },
    },
  ] as const;
  for (const [index, one] of more.entries())
    await test.service.deployments.accept(sampleDeployment({ id: id(index + 1), ...one }));
});

const found = async (as: Name, query: Record<string, string>) => {
  const { json } = await call(list(test.service), { as, query: { sort: 'createdAt,asc', ...query } });
  const { totalElements } = json['page'] as { totalElements: number };
  return [json.content.map(({ name }) => name), totalElements];
};

describe('a list of deployments', () => {
  it.each([
    [{ status: 'CREATE_FAILED' }, ['Slurm test']],
    [{ status: 'create_failed,UPDATE_IN_PROGRESS' }, ['Slurm test', 'Notebook']],
    [{ status: 'CREATE_FAILED', excludedStatus: 'CREATE_FAILED' }, []],
    [{ name: 'slurm' }, ['slurm']],
    [{ q: 'SLURM' }, ['Slurm test', 'slurm']],
    [{ q: id(3).slice(-6) }, ['Notebook']],
    [{ q: 'olga' }, ['Slurm test', 'slurm', 'Notebook']],
    [{ q: 'slurm', status: 'CREATE_COMPLETE' }, ['slurm']],
    [{ q: 'nothing' }, []],
  ])('has what the filters %j let through, and its total', async (query, names) => {
    expect(await found('olga', query as Record<string, string>)).toEqual([names, names.length]);
  });

  it.each([{ name: 'Caf\u00e9' }, { name: 'Cafe\u0301' }, { q: 'CAF\u00c9' }, { q: 'fe\u0301' }])(
    'finds %j however its accent is written',
    async (query) => {
      expect(await found('otto', query)).toEqual([['Cafe\u0301'], 1]);
    },
  );

  it('pages through what is left', async () => {
    const { json } = await call(list(test.service), { as: 'olga', query: { q: 'olga', size: '2' } });
    expect(json.content).toHaveLength(2);
    expect(json['page']).toMatchObject({ totalElements: 3, totalPages: 2 });
    expect(json.links.find(({ rel }) => rel === 'next')?.href).toContain('q=olga');
  });

  it('finds no secret by trying', async () => {
    const group = { userGroup: 'physics' };
    expect(await found('mia', { ...group, q: 'hunter2hunter2' })).toEqual([['pw hunter2hunter2'], 1]);
    expect(await found('olga', { ...group, q: 'hunter2hunter2' })).toEqual([[], 0]);
    expect(await found('olga', { ...group, q: 'pw ' })).toEqual([['pw ********'], 1]);
  });

  it.each(['WORKER_SERVER', '192.0.2.7', 'portal_url', 'https://portal.example'])(
    'finds by a node, an address or an output: %s',
    async (q) => {
      expect(await found('otto', { q })).toEqual([['With parts'], 1]);
      expect(await found('olga', { q })).toEqual([[], 0]);
    },
  );

  it('finds no output by a secret in it, not even for its owner', async () => {
    for (const q of ['sesame-of-otto', 'hidden-by-the-template', 'given-as-input'])
      expect(await found('otto', { q })).toEqual([[], 0]);
    for (const q of ['db_password', 'otto_at_db']) expect(await found('otto', { q })).toEqual([['With parts'], 1]);
  });

  it('has the name that the template gives, where none was asked for', async () => {
    const template = `tosca_definitions_version: tosca_simple_yaml_1_3
metadata: { display_name: From the template }
topology_template: { node_templates: { server: { type: tosca.nodes.Compute } } }
`;
    const made = async (more: object) => {
      const { json } = await call(create(test.service), { as: 'otto', method: 'POST', body: { template, ...more } });
      const path = { deployment_id: String(json['uuid']) };
      return (await call(get(test.service), { as: 'otto', path })).json['name'];
    };
    expect([await made({}), await made({ name: 'Mine' }), await made({ name: '' })]).toEqual([
      ...['From the template', 'Mine', 'From the template'],
    ]);
  });

  it('takes no name of more than 100 characters', async () => {
    const body = { template: 'x', name: 'x'.repeat(101) };
    const { json } = await call(create(test.service), { as: 'otto', method: 'POST', body });
    expect(json.message).toContain('name must have at most 100 characters');
  });
});

describe('what is offered', () => {
  const asked = (to?: string, expiresAt = '2026-12-06T12:00:00.000Z') => ({
    transfer: { ...(to !== undefined && { to }), ...{ by: people.olga, since: '2026-11-20T12:00:00.000Z', expiresAt } },
  });

  beforeAll(async () => {
    const offers = [
      { name: 'for mia', ...asked('mia') },
      { name: 'for all', ...asked() },
      { name: 'for otto', ...asked('otto') },
      { name: 'leaving', status: 'DELETE_IN_PROGRESS', ...asked('mia') },
      { ...by('mia'), name: 'of mia', ...asked() },
      { name: 'of no question' },
    ] as const;
    for (const [index, one] of offers.entries())
      await test.service.deployments.accept(sampleDeployment({ id: id(index + 51), userGroup: 'physics', ...one }));
  });

  it('is what the caller may accept in a group, each with its question', async () => {
    const query = { offered: 'true', userGroup: 'physics' };
    expect(await found('mia', query)).toEqual([['for mia', 'for all'], 2]);
    const { json } = await call(list(test.service), { as: 'mia', query });
    expect(json.content[0]).toMatchObject({ transfer: { expiresAt: '2026-12-06T12:00:00.000Z' } });
    expect(json.links[0]?.href).toContain('offered=true');
    expect(await found('mia', { ...query, offered: 'false' })).not.toEqual([['for mia', 'for all'], 2]);
  });

  it('is nothing of what others are asked, not even for its owner or an administrator', async () => {
    const query = { offered: 'true', userGroup: 'physics' };
    expect(await found('olga', query)).toEqual([['of mia'], 1]);
    expect(await found('ada', { ...query, userGroup: 'physics' })).toEqual([[], 0]);
  });

  it.each([
    [{ offered: 'true' }, 'userGroup'],
    [{ offered: 'true', userGroup: 'physics', status: 'DELETE_COMPLETE' }, 'no offered'],
  ])('is refused for %j', async (query, why) => {
    const answer = await call(list(test.service), { as: 'mia', query: query as Record<string, string> });
    expect(answer).toMatchObject({ status: 400, json: { message: expect.stringContaining(why) } });
  });

  it('has no question where nobody asks for it', async () => {
    const { json } = await call(list(test.service), { as: 'mia', query: { userGroup: 'physics' } });
    expect(JSON.stringify(json.content)).not.toContain('transfer');
  });
});
