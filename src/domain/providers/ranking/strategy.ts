import type { Dropped, RankingRequest } from '../ports.ts';
import type { Fitting } from './prefilter.ts';

export interface Ordered {
  /** best first, each with the reason for its place as text for the log */
  readonly best: readonly (Fitting & { readonly score: string })[];
  readonly dropped: readonly Dropped[];
  /** problems that did not stop the ranking */
  readonly notes: readonly string[];
}

/**
 * Orders the offers that may be tried for a deployment. Each strategy keeps these rules, which
 * test/domain/providers/ranking/strategies.test.ts holds: each offer is either in `best` or in `dropped`, once; offers that
 * the strategy finds equally good stay in their order; the same offers give the same order; nothing is changed in place.
 * `fitting` is never empty. Errors: those of `Providers.rank`.
 */
export type RankingStrategy = (fitting: readonly Fitting[], request: RankingRequest) => Promise<Ordered>;
