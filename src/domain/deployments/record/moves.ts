/** A deployment whose provider is gone is made anew at another one: docs/decisions/0089. */

import type { ProviderFacts } from '../../providers/ports.ts';
import type { Amounts } from '../../quotas/amounts.ts';

/** The place that a move leaves. */
export interface FormerPlace {
  readonly providerId: string;
  readonly provider?: ProviderFacts;
  readonly infrastructureId: string;
  /** number of the attempt that made it */
  readonly attempt: number;
  /** what quotas count of what stands there; absent: none has counted it */
  readonly uses?: Amounts;
}

export interface Moves {
  /** what stands there is in force until the move is complete, and again if it fails */
  readonly from: FormerPlace;
  /** nobody has asked for it; absent: somebody has */
  readonly byItself?: {
    /** since when the provider is gone */
    readonly since: string;
    /** how many moves in a row that nobody has asked for, from 1 */
    readonly tries: number;
  };
}

/** What a move has left at a provider that was gone: it may stand beside the new one until the sweep has destroyed it. */
export interface Remains extends FormerPlace {
  /** when the move was complete, ISO 8601 */
  readonly since: string;
}
