import { describe, expect, it } from 'vitest';
import { rankOffers } from '../../../../src/domain/providers/ranking/rank-offers.ts';
import type { RankingStrategy } from '../../../../src/domain/providers/ranking/strategy.ts';
import { asking } from '../asking.ts';

const offers = ['a', 'b'].map((id) => ({ id, name: `Cloud ${id}`, priority: 1 }));

/** Keeps the order; only the first offer has a blueprint and a note. */
const asGiven: RankingStrategy = async (fitting) => ({
  best: fitting.map((one, index) => ({
    ...one,
    score: `place ${index}`,
    ...(index === 0 && { blueprint: 'the plan', notes: ['no disk is encrypted'] }),
  })),
  dropped: [{ id: 'c', name: 'Cloud c', reason: 'it is full' }],
  notes: ['monitoring slept'],
});

describe('rankOffers', () => {
  it("has what the strategy says, with each offer's blueprint and notes", async () => {
    expect(await rankOffers(offers, asking(), asGiven)).toStrictEqual({
      candidates: [
        { id: 'a', name: 'Cloud a', edits: [], score: 'place 0', blueprint: 'the plan' },
        { id: 'b', name: 'Cloud b', edits: [], score: 'place 1' },
      ],
      dropped: [{ id: 'c', name: 'Cloud c', reason: 'it is full' }],
      notes: ['monitoring slept', 'Cloud a: no disk is encrypted'],
    });
  });

  it('asks no strategy where no offer meets the requirements', async () => {
    const onlyForOthers = offers.map((one) => ({ ...one, groups: ['others'] }));
    const asked: unknown[] = [];
    const ranking = await rankOffers(onlyForOthers, asking(), async (fitting) => {
      asked.push(fitting);
      return { best: [], dropped: [], notes: [] };
    });
    expect([ranking.candidates, ranking.dropped.map(({ id }) => id), ranking.notes]).toEqual([[], ['a', 'b'], []]);
    expect(asked).toEqual([]);
  });
});
