import { describe, expect, it } from 'vitest';
import { call, type Sent } from './requests.ts';
import { serviceForTests } from './service.ts';
import { costList, create, deploymentCost } from './under-test.ts';

const test = serviceForTests();
const template = `tosca_definitions_version: tosca_simple_yaml_1_0
topology_template: { node_templates: { web: { type: tosca.nodes.Compute } } }
`;

/** A deployment of this person that is complete, and costs something. */
const standing = async (as: Sent['as'], userGroup: string, hourly?: number) => {
  const { json } = await call(create(test.service as never), { as, method: 'POST', body: { template, userGroup } });
  const { deployments } = test.service;
  const made = await deployments.find(String(json['uuid']));
  if (made === undefined) throw new Error('nothing was made');
  await deployments.record(made.id, made.operation.id, {
    ...{ status: 'CREATE_COMPLETE', providerId: 'recas', infrastructureId: 'i' },
    ...(hourly !== undefined && { cost: { hourly, monthly: hourly * 730 } }),
  });
  return made.id;
};

const sums = async (sent: Sent) => {
  const { status, json } = await call(costList(test.service as never), sent);
  return { status, groups: (json['groups'] ?? []) as readonly Record<string, unknown>[] };
};

describe('GET /costs', () => {
  it('sums what the caller may see, by group, and says how many have no known price', async () => {
    await standing('olga', 'physics', 0.1);
    await standing('mia', 'physics');
    await standing('mia', 'physics', 0.25);
    const all = { group: 'physics', deployments: 3, unpriced: 1, hourly: 0.35, monthly: 255.5, partial: true };
    expect(await sums({ as: 'ada' })).toMatchObject({ status: 200, groups: [all] });
    expect((await sums({ as: 'mia' })).groups).toMatchObject([all]);
    expect((await sums({ as: 'mia', query: { createdBy: 'me' } })).groups).toMatchObject([{ deployments: 2 }]);
    expect((await sums({ as: 'mia', query: { userGroup: 'another' } })).status).toBe(403);
  });

  it('shows nobody what is not theirs', async () => {
    await standing('olga', 'physics', 5);
    const { groups } = await sums({ as: 'namesake' });
    expect(groups).toEqual([]);
  });
});

describe('GET /deployments/{deployment_id}/cost', () => {
  const cost = async (id: string, as: Sent['as']) =>
    call(deploymentCost(test.service as never), { as, path: { deployment_id: id } } as never);

  it('says that no prices are known, to those who may see it', async () => {
    const id = await standing('olga', 'physics');
    expect(await cost(id, 'olga')).toMatchObject({
      status: 200,
      json: { currency: 'USD', provider: 'recas', reason: expect.stringContaining('no prices are known') },
    });
    expect((await cost(id, 'mia')).status).toBe(200);
    expect([403, 404]).toContain((await cost(id, 'namesake')).status);
  });
});
