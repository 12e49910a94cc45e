import { CmdbError, CprError, MonitoringError, SlamError, VaultError } from '../../../foundation/errors.ts';
import type { JudgedRanking } from '../../policies/judge-ranking.ts';

/** A service of the federation that refuses is no mistake of the request. A creation would wait, or fail with the same reason. */
export const withoutProviders = (error: unknown): JudgedRanking => {
  const isRefused = [CmdbError, CprError, MonitoringError, SlamError, VaultError].some((kind) => error instanceof kind);
  if (!isRefused || !(error instanceof Error)) throw error;
  const notes = [`the providers cannot be ranked: ${error.message}`];
  return { ranking: { candidates: [], dropped: [], notes }, violations: [] };
};
