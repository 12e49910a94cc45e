import { CmdbError } from '../../../foundation/errors.ts';
import type { Agreement, Agreements, Federation, ProviderDescription } from '../federation.ts';
import type { Offer } from '../offer.ts';
import type { Dropped, Ranking, RankingRequest } from '../ports.ts';
import { byCpr } from './by-cpr.ts';
import { rankOffers } from './rank-offers.ts';
import type { RankingStrategy } from './strategy.ts';

interface Described {
  readonly offers: readonly Offer[];
  readonly dropped: readonly Dropped[];
}

/**
 * Asks SLAM, then the CMDB, applies our own filter, then asks monitoring and CPR: docs/contract/federation.md, "How they
 * work together". An update stays at its provider, so it asks only SLAM and the CMDB, about that provider.
 */
export const rankFederation = async (
  federation: Federation,
  customer: string | undefined,
  request: RankingRequest,
): Promise<Ranking> => {
  if (customer === undefined) return nobody('SLAM needs a group or an organisation, and the request names neither');
  const { only, token } = request;
  const agreed = about(only, await federation.slam.agreements(customer, token));
  if (agreed.agreements.length === 0) {
    const subject = only === undefined ? '' : ` that names service ${only}`;
    return nobody(`SLAM has no agreement for customer ${customer}${subject}`);
  }
  const described = await describe(federation, customer, agreed);
  const strategy = only === undefined ? byCpr(federation, agreed, described.offers) : inPlace;
  const ranking = await rankOffers(described.offers, request, strategy);
  return { ...ranking, dropped: [...described.dropped, ...ranking.dropped] };
};

/** The agreements about this service, without the other services that they name. */
const about = (only: string | undefined, { agreements, preferences }: Agreements): Agreements => {
  if (only === undefined) return { agreements, preferences };
  const narrowed = agreements.map((one) => ({ ...one, services: one.services.filter(({ id }) => id === only) }));
  return { agreements: narrowed.filter(({ services }) => services.length > 0), preferences };
};

const inPlace: RankingStrategy = async (fitting) => ({
  best: fitting.map((one) => ({ ...one, score: 'the deployment is there' })),
  dropped: [],
  notes: [],
});

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
  return {
    offers: oncePerService(parts.flatMap(({ offers }) => offers)),
    dropped: parts.flatMap(({ dropped }) => dropped),
  };
};

/** A registry may list a service twice. Tried twice, it would take the place of another provider. */
const oncePerService = (offers: readonly Offer[]): readonly Offer[] =>
  offers.filter(({ id }, index) => offers.findIndex((one) => one.id === id) === index);

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
