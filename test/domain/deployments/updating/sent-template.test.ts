import { describe, expect, it } from 'vitest';
import type { Order, Submission } from '../../../../src/domain/deployers/planner.ts';
import type { Deployment } from '../../../../src/domain/deployments/record/deployment.ts';
import type { StoredRanking } from '../../../../src/domain/deployments/record/stored-ranking.ts';
import { sentTemplate } from '../../../../src/domain/deployments/updating/sent-template.ts';
import { nodes, updating } from './updating.ts';

/** What the planner is asked for when an update with this template, and this ranking, is sent. */
const planned = async (more: Partial<StoredRanking> = {}) => {
  const one = await updating(nodes('web', 'cache'));
  await one.begin();
  const { id } = one.deployment;
  const stored = (await one.stored()) as StoredRanking;
  await one.world.files.putRanking(id, one.operationId, { ...stored, ...more });
  const orders: Order[] = [];
  const usual = one.world.plannerOf('alpha');
  const plannerOf = () => ({
    ...usual,
    plan: (order: Order) => {
      orders.push(order);
      return 'planned' as Submission;
    },
  });
  const attempt = { number: 1, providerId: 'alpha' };
  const sent = await sentTemplate({ ...one.world, plannerOf }, (await one.now()) as Deployment, attempt);
  return { ...one, stored, sent, order: orders[0] as Order };
};

describe('the template of an update', () => {
  it('is what was decided when the update began', async () => {
    const { order, sent, stored, deployment } = await planned();
    expect(sent.submission).toBe('planned');
    expect(order).toMatchObject({ template: nodes('web', 'cache'), name: `toscanini-${deployment.id}-1`, inputs: {} });
    expect(order.edits).toEqual(stored.sent);
    expect(order.machines.map(({ node }) => node).toSorted()).toEqual(['cache', 'web']);
  });

  it('is its translation where it had to be translated', async () => {
    const { order } = await planned({ translation: 'the translation' });
    expect(order.template).toBe('the translation');
  });

  it("has the blueprint of its own provider, and no other provider's", async () => {
    const candidate = (id: string) => ({ id, name: id, edits: [], blueprint: `for ${id}` });
    const { order } = await planned({ candidates: [candidate('beta'), candidate('alpha')] });
    expect(order.blueprint).toBe('for alpha');
    expect((await planned({ candidates: [candidate('beta')] })).order.blueprint).toBeUndefined();
  });

  it.each([
    ['was not decided', undefined],
    ['was decided by a release that stored no edits', { sent: undefined }],
  ])('cannot be sent when it %s', async (_, more) => {
    const one = await updating(nodes('web'));
    const { id } = one.deployment;
    if (more)
      await one.world.files.putRanking(id, one.operationId, {
        candidates: [],
        dropped: [],
        notes: [],
        outputs: [],
        ...more,
      });
    const sending = sentTemplate(one.world, (await one.now()) as Deployment, { number: 1, providerId: 'alpha' });
    await expect(sending).rejects.toMatchObject({ name: 'NotFoundError', message: /stored nothing to send/ });
  });
});
