import type { Offer } from '../offer.ts';
import type { Ranking, RankingRequest } from '../ports.ts';
import { type Fitting, prefilter } from './prefilter.ts';
import type { RankingStrategy } from './strategy.ts';

/** Drops the offers that do not meet the requirements, and lets the strategy order the others. */
export const rankOffers = async (
  offers: readonly Offer[],
  request: RankingRequest,
  strategy: RankingStrategy,
): Promise<Ranking> => {
  const { fitting, dropped } = prefilter(offers, request);
  if (fitting.length === 0) return { candidates: [], dropped, notes: [] };
  const ordered = await strategy(fitting, request);
  return {
    candidates: ordered.best.map(({ offer: { id, name }, edits, score, blueprint, flavors, empty }) => ({
      ...{ id, name, edits, score },
      ...(blueprint !== undefined && { blueprint }),
      ...(flavors !== undefined && { flavors }),
      ...(empty !== undefined && { empty }),
    })),
    dropped: [...dropped, ...ordered.dropped],
    notes: [...ordered.notes, ...ordered.best.flatMap(notesOf)],
  };
};

const notesOf = ({ offer: { name }, notes = [] }: Fitting): readonly string[] =>
  notes.map((note) => `${name}: ${note}`);
