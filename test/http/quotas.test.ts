import { describe, expect, it } from 'vitest';
import { boundsOf } from '../../src/domain/quotas/quota.ts';
import { call, type Sent } from './requests.ts';
import { serviceForTests } from './service.ts';
import { create } from './under-test.ts';

const test = serviceForTests();
const template = `tosca_definitions_version: tosca_simple_yaml_1_0
topology_template: { node_templates: { web: { type: tosca.nodes.Compute } } }
`;

const making = (quotas: object, body: object = {}, more: Sent = {}, ports: object = {}) =>
  call(create({ ...test.service, quotas, ...ports } as never), {
    ...{ as: 'olga', method: 'POST', body: { template, ...body }, ...more },
  });

const usedBy = (subject: string) =>
  test.service.deployments.count({ of: 'owner', owner: { issuer: 'https://iam.example/', subject } });

describe('a quota of deployments', () => {
  it('refuses one more, with what is used, by which of one own, and what is left; a dry run too', async () => {
    await making({}, { name: 'mine' });
    const quotas = { user: (await usedBy('olga')) + 1 };
    expect((await making(quotas)).status).toBe(201);
    for (const query of [{}, { dryRun: 'true' }]) {
      const refused = await making(quotas, {}, { query });
      expect(refused.json).toMatchObject({
        code: 409,
        message: expect.stringMatching(/2 are there.*mine.*0 are left/),
      });
    }
    expect(await usedBy('olga')).toBe(quotas.user);
  });

  it('is given back when a deployment is gone', async () => {
    const quotas = { user: (await usedBy('otto')) + 1 };
    const { json } = await making(quotas, {}, { as: 'otto' });
    expect((await making(quotas, {}, { as: 'otto' })).status).toBe(409);
    const found = await test.service.deployments.find(String(json['uuid']));
    await test.service.deployments.remove(String(json['uuid']), found?.operation.id ?? '');
    expect((await making(quotas, {}, { as: 'otto' })).status).toBe(201);
  });

  it('holds for a group, whose own comes before that of all, and for the installation', async () => {
    const quotas = { group: 9, groups: { physics: 1 } };
    expect((await making(quotas, { userGroup: 'physics' }, { as: 'mia' })).status).toBe(201);
    const refused = await making(quotas, { userGroup: 'physics' });
    expect(refused.json).toMatchObject({ code: 409, message: expect.stringContaining('physics') });
    expect((await making(quotas)).status).toBe(201);
    const all = await test.service.deployments.count({ of: 'all' });
    expect((await making({ installation: all })).status).toBe(409);
  });

  it('is never exceeded by sixteen writers at once, and all of it is used', async () => {
    const before = await usedBy('ada');
    const outcomes = await Promise.all(
      Array.from({ length: 16 }, () => making({ user: before + 5, installation: 1_000 }, {}, { as: 'ada' })),
    );
    expect(outcomes.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(outcomes.filter(({ status }) => status === 409)).toHaveLength(11);
    expect(await usedBy('ada')).toBe(before + 5);
  });

  it('leaves nothing of a creation that it refuses, nor of one that loses at the last moment', async () => {
    const before = await test.snapshot();
    const most = await usedBy('olga');
    // another creation comes after the first look
    const { deployments } = test.service;
    const late = { ...deployments, count: async () => 0 };
    expect((await making({ user: most }, {}, {}, { deployments: late })).status).toBe(409);
    expect(await test.snapshot()).toBe(before);
  });
});

it('counts nothing where no quota is set', () => {
  const createdBy = { issuer: 'i', subject: 's' };
  expect(boundsOf(undefined, { createdBy, userGroup: 'g' })).toEqual([]);
  expect(boundsOf({ groups: { other: 1 } }, { createdBy, userGroup: 'g' })).toEqual([]);
});
