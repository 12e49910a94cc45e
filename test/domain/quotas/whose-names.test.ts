import { expect, it } from 'vitest';
import { nothing } from '../../../src/domain/quotas/amounts.ts';
import { type UseCounts, useQuotas } from '../../../src/domain/quotas/use-quotas.ts';

const owner = { issuer: 'https://issuer.example', subject: 'olga' };
const uses = { amounts: { ...nothing, machines: 1 }, operation: 'o', version: 1 };

/** Two deployments of one user, of whom one is for a group; both count in the user's quota. */
const counts = {
  usedBy: async () => ({ amounts: { ...nothing, machines: 2 }, startedToday: 0, backfillsToday: 0 }),
  list: async (scope: { readonly of: string }) => {
    const all = [
      { id: '1', name: 'shared', uses },
      ...(scope.of === 'owner' ? [{ id: '2', name: 'private', uses }] : []),
    ];
    return { content: all, totalElements: all.length };
  },
} as unknown as UseCounts;

const refusal = async (group?: string): Promise<string> => {
  const judged = await useQuotas(counts, { user: { machines: 2 } }).judge({ owner, group });
  const running = { ...nothing, machines: 1 };
  return (await judged({ running, standing: running, starts: 0, unknown: [] }, 'p')).refusal ?? '';
};

it('names in what a group may read only those of the group, else all of its owner', async () => {
  expect(await refusal()).toContain('(yours: shared: 1, private: 1)');
  expect(await refusal('physics')).toContain('(yours: shared: 1)');
});
