import { CmdbError, MonitoringError, UnavailableError } from '../../foundation/errors.ts';
import type { Agreement, Agreements, Federation, Measurements, ProviderDescription, Ranked } from './federation.ts';
import type { Offer } from './offer.ts';
import type { Candidate, Dropped, Ranking, RankingRequest } from './ports.ts';
import { prefilter } from './prefilter.ts';

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
  if (customer === undefined) return nobody('SLAM is asked for a group or an organisation, and the request names none');
  const agreed = await federation.slam.agreements(customer, request.token);
  if (agreed.agreements.length === 0) return nobody(`SLAM has no agreement for customer ${customer}`);
  const described = await describe(federation, customer, agreed);
  const { candidates, dropped } = prefilter(described.offers, request);
  const before = [...described.dropped, ...dropped];
  if (candidates.length === 0) return { candidates, dropped: before, notes: [] };
  const left = narrow(agreed, candidates);
  const { measurements, notes } = await measure(federation, left.agreements);
  const ranked = await federation.cpr.rank({ ...left, measurements: withParents(measurements, described.offers) });
  const placed = place(candidates, ranked);
  return { candidates: placed.candidates, dropped: [...before, ...placed.dropped], notes };
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
    dropped: missing.map((id) => ({ id, name, reason: 'SLAM names this service, and the CMDB does not know it' })),
  };
};

/** Removes dropped services from agreements and preferences too. */
const narrow = ({ agreements, preferences }: Agreements, candidates: readonly Candidate[]): Agreements => {
  const kept = new Set(candidates.map(({ id }) => id));
  return {
    agreements: agreements
      .map((one) => ({ ...one, services: one.services.filter(({ id }) => kept.has(id)) }))
      .filter(({ services }) => services.length > 0),
    preferences: preferences.map((one) => ({
      ...one,
      priority: one.priority.filter(({ serviceId }) => kept.has(serviceId)),
    })),
  };
};

/** Without measurements, agreements alone decide the rank of a provider. */
const measure = async (
  { monitoring }: Federation,
  agreements: readonly Agreement[],
): Promise<{ readonly measurements: readonly Measurements[]; readonly notes: readonly string[] }> => {
  if (monitoring === undefined) return { measurements: [], notes: [] };
  const providers = [...new Set(agreements.map(({ provider }) => provider))];
  const outcomes = await Promise.all(
    providers.map(async (provider) => {
      try {
        return { measurements: await monitoring.measure(provider) };
      } catch (error) {
        if (!(error instanceof MonitoringError || error instanceof UnavailableError)) throw error;
        return { note: `provider ${provider} is ranked without measurements: ${error.message}` };
      }
    }),
  );
  return {
    measurements: outcomes.flatMap(({ measurements }) => measurements ?? []),
    notes: outcomes.flatMap(({ note }) => note ?? []),
  };
};

/** A service may be ranked by measurements of the service that it is a part of. */
const withParents = (measurements: readonly Measurements[], offers: readonly Offer[]): readonly Measurements[] => {
  const parents = new Map(offers.map(({ id, parentId }) => [id, parentId]));
  return measurements.map((one) => ({
    ...one,
    services: one.services.map((service) => ({ ...service, parentId: parents.get(service.id) })),
  }));
};

/** In CPR's order; services that CPR did not rank or mention are dropped. */
const place = (
  candidates: readonly Candidate[],
  ranked: readonly Ranked[],
): Pick<Ranking, 'candidates' | 'dropped'> => {
  const byService = new Map(ranked.map((one) => [one.serviceId, one]));
  const judged = candidates.map((candidate) => ({ candidate, verdict: byService.get(candidate.id) }));
  return {
    candidates: judged
      .flatMap(({ candidate, verdict }) => (verdict?.ranked ? [{ candidate, verdict }] : []))
      .toSorted((a, b) => a.verdict.rank - b.verdict.rank)
      .map(({ candidate, verdict }) => ({ ...candidate, score: scoreOf(verdict) })),
    dropped: judged
      .filter(({ verdict }) => !verdict?.ranked)
      .map(({ candidate: { id, name }, verdict }) => ({
        id,
        name,
        reason: verdict
          ? `CPR did not rank it${verdict.reason ? `: ${verdict.reason}` : ''}`
          : 'CPR did not mention it in its answer',
      })),
  };
};

const scoreOf = ({ rank, score, slaWeight }: Ranked): string =>
  [`rank ${rank}`, score !== undefined && `score ${score}`, slaWeight !== undefined && `SLA weight ${slaWeight}`]
    .filter(Boolean)
    .join(', ');
