import type { Identity } from '../../foundation/identity.ts';
import type { Topology } from '../../tosca/topology.ts';
import type { Token } from '../credentials/ports.ts';
import { elsewhere } from './elsewhere.ts';
import type { Limits } from './limits.ts';
import type { Providers, Ranking, RankingRequest } from './ports.ts';

interface Asker {
  readonly owner: Identity;
  readonly userGroup?: string;
  readonly labels?: RankingRequest['labels'];
  readonly limits: Limits;
  readonly token?: Token | undefined;
  /** id of the provider where the deployment is; absent: any provider may be tried */
  readonly only?: string | undefined;
  /** id of the provider that the deployment moves away from; absent: it does not move */
  readonly except?: string | undefined;
}

/**
 * The providers for one deployment, ranked; at most `maxProvidersRetry` of them may be tried, which never cuts off `only`. `judged`
 * drops those that rules of the installation deny: the next ones take their places.
 */
export const candidatesFor = async (
  providers: Pick<Providers, 'rank'>,
  topology: Topology,
  { owner, userGroup, labels, limits, token, only, except }: Asker,
  judged: (ranking: Ranking) => Promise<Ranking> = async (ranking) => ranking,
): Promise<Ranking> => {
  const { issuer } = owner;
  const found = await providers.rank({
    topology,
    issuer,
    ...(userGroup !== undefined && { userGroup }),
    ...(labels && { labels }),
    ...(token && { token }),
    ...(only !== undefined && { only }),
  });
  const ranking = await judged(elsewhere(except, found));
  const candidates = only === undefined ? ranking.candidates.slice(0, limits.maxProvidersRetry) : ranking.candidates;
  const left = ranking.candidates.length - candidates.length;
  if (left === 0) return ranking;
  return { ...ranking, candidates, notes: [...ranking.notes, notTried(left, limits.maxProvidersRetry)] };
};

const notTried = (left: number, most: number | undefined): string => {
  const others = left === 1 ? '1 more provider meets' : `${left} more providers meet`;
  return `${others} the requirements and will not be tried: maxProvidersRetry is ${most}`;
};
