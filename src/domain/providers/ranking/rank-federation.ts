import { CmdbError } from '../../../foundation/errors.ts';
import type { Agreement, Agreements, Federation, ProviderDescription } from '../federation.ts';
import type { Offer } from '../offer.ts';
import type { Dropped, Ranking, RankingRequest } from '../ports.ts';
import { byCpr } from './by-cpr.ts';
import { rankOffers } from './rank-offers.ts';

interface Described {
  readonly offers: readonly Offer[];
  readonly dropped: readonly Dropped[];
}

/**
 * Asks SLAM, then the CMDB, applies our own filter, then asks monitoring and CPR: docs/contract/federation.md, "How they
 * work together".
 */
export const rankFederation = async (
  federation: Federation,
  customer: string | undefined,
  request: RankingRequest,
): Promise<Ranking> => {
  if (customer === undefined) return nobody('SLAM needs a group or an organisation, and the request names neither');
  const agreed = await federation.slam.agreements(customer, request.token);
  if (agreed.agreements.length === 0) return nobody(`SLAM has no agreement for customer ${customer}`);
  const described = await describe(federation, customer, agreed);
  const ranking = await rankOffers(described.offers, request, byCpr(federation, agreed, described.offers));
  return { ...ranking, dropped: [...described.dropped, ...ranking.dropped] };
};

const nobody = (note: string): Ranking => ({ candidates: [], dropped: [], notes: [note] });

/** Everything that the agreements name. A provider that the CMDB cannot describe is dropped, with the reason. */
const describe = async ({ cmdb }: Federation, customer: string, { agreements }: Agreements): Promise<Described> => {
  const providers = [...new Set(agreements.map(({ provider }) => provider))];
  const parts = await Promise.all(
    providers.map(async (id): Promise<Described> => {
      const own = agreements.filter(({ provider }) => provider === id);
      try {
        return offersOf(await cmdb.describe(id, serviceIdsOf(own), customer), own);
      } catch (error) {
        if (!(error instanceof CmdbError)) throw error;
        return { offers: [], dropped: [{ id, name: id, reason: error.message }] };
      }
    }),
  );
  return { offers: parts.flatMap(({ offers }) => offers), dropped: parts.flatMap(({ dropped }) => dropped) };
};

const serviceIdsOf = (agreements: readonly Agreement[]): readonly string[] => [
  ...new Set(agreements.flatMap(({ services }) => services.map(({ id }) => id))),
];

const offersOf = ({ name, services }: ProviderDescription, agreements: readonly Agreement[]): Described => {
  const known = new Set(services.map(({ id }) => id));
  const missing = serviceIdsOf(agreements).filter((id) => !known.has(id));
  return {
    offers: services.map((service) => ({
      ...service,
      priority: 0,
      slas: agreements.filter((one) => one.services.some(({ id }) => id === service.id)).map(({ id }) => id),
    })),
    dropped: missing.map((id) => ({ id, name, reason: 'SLAM names this service, but the CMDB does not know it' })),
  };
};
