import { describe, expect, it } from 'vitest';
import { nothing } from '../../src/domain/quotas/amounts.ts';
import { limitsFor, type Quotas } from '../../src/domain/quotas/quota.ts';
import { call, type Sent } from './requests.ts';
import { serviceForTests } from './service.ts';
import { create, quotaList } from './under-test.ts';

const test = serviceForTests();
const template = `tosca_definitions_version: tosca_simple_yaml_1_0
topology_template: { node_templates: { web: { type: tosca.nodes.Compute } } }
`;

/** A deployment of this person that uses something. */
const using = async (as: Sent['as'], cpus: number) => {
  const body = { template, userGroup: 'physics' };
  const { json } = await call(create(test.service as never), { as, method: 'POST', body });
  const { deployments } = test.service;
  const made = await deployments.find(String(json['uuid']));
  if (made === undefined) throw new Error('nothing was made');
  const use = { running: { ...nothing, cpus: cpus * 1000, hourly: 100_000 }, starts: 0 };
  await deployments.reserveUse(made, made.operation.id, use, limitsFor({}, made));
};

const listing = async (quotas: Quotas, sent: Sent) => {
  const { status, json } = await call(quotaList({ ...test.service, quotas } as never), sent);
  return { status, quotas: (json['quotas'] ?? []) as readonly Record<string, unknown>[] };
};

describe('GET /quotas', () => {
  it('shows use against limit of oneself, of each group, and of the installation', async () => {
    await using('olga', 3);
    await using('mia', 1.5);
    const quotas = { user: { deployments: 2, cpus: 8 }, groups: { physics: { monthlyUsd: 200 } }, installation: 100 };
    const { quotas: shown } = await listing(quotas, { as: 'mia' });
    expect(shown).toEqual([
      expect.objectContaining({ of: 'user', limit: 'deployments', most: 2, used: 1, left: 1 }),
      expect.objectContaining({ of: 'user', limit: 'cpus', most: 8, used: 1.5, left: 6.5 }),
      expect.objectContaining({ of: 'group', name: 'physics', limit: 'monthlyUsd', used: 146, left: 54 }),
      expect.objectContaining({ of: 'installation', limit: 'deployments', most: 100 }),
    ]);
  });

  it('shows those of another user to administrators only, and of a group to its members only', async () => {
    const quotas = { user: { cpus: 8 }, group: { cpus: 9 } };
    const ofOlga = { createdBy: 'olga@https://iam.example/' };
    expect(await listing(quotas, { as: 'ada', query: ofOlga })).toMatchObject({ quotas: [{ used: 3 }] });
    expect((await listing(quotas, { as: 'mia', query: ofOlga })).status).toBe(403);
    expect((await listing(quotas, { as: 'mia', query: { userGroup: 'physics' } })).quotas).toHaveLength(1);
    expect((await listing(quotas, { as: 'mia', query: { userGroup: 'another' } })).status).toBe(403);
  });

  it('shows how many backfills were started today', async () => {
    const { quotas: shown } = await listing({ user: { backfillsPerDay: 3 } }, { as: 'otto' });
    expect(shown).toEqual([
      expect.objectContaining({ of: 'user', limit: 'backfillsPerDay', most: 3, used: 0, left: 3 }),
    ]);
  });

  it('is empty where none is set', async () => {
    expect(await listing({}, { as: 'olga' })).toEqual({ status: 200, quotas: [] });
  });
});
