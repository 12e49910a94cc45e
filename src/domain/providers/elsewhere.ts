import type { Ranking } from './ports.ts';

/** A deployment that moves is made anywhere but where it was (docs/decisions/0089). */
export const elsewhere = (from: string | undefined, ranking: Ranking): Ranking => {
  if (from === undefined) return ranking;
  const left = ranking.candidates.filter(({ id }) => id === from);
  return {
    ...ranking,
    candidates: ranking.candidates.filter(({ id }) => id !== from),
    dropped: [...ranking.dropped, ...left.map(({ id, name }) => ({ id, name, reason: gone }))],
  };
};

const gone = 'it is gone, and the deployment moves away from it';
