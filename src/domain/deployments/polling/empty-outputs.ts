import type { StoredRanking } from '../record/stored-ranking.ts';

/** Outputs that never get a value at this provider, with the reason, as far as the ranking knew. */
export const emptyOutputs = (
  kept: Pick<StoredRanking, 'candidates'> | undefined,
  providerId: string,
): { readonly [output: string]: string } => kept?.candidates.find(({ id }) => id === providerId)?.empty ?? {};
