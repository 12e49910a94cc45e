import type { RankingStrategy } from './strategy.ts';

/** The order that the operator has configured: the lowest priority first. */
export const byPriority: RankingStrategy = async (fitting) => ({
  best: fitting
    .toSorted((a, b) => a.offer.priority - b.offer.priority)
    .map((one) => ({ ...one, score: `priority ${one.offer.priority}` })),
  dropped: [],
  notes: [],
});
