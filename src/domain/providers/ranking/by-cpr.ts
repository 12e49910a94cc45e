import { MonitoringError, UnavailableError } from '../../../foundation/errors.ts';
import type { Agreement, Agreements, Federation, Measurements, Ranked } from '../federation.ts';
import type { Offer } from '../offer.ts';
import type { Fitting } from './prefilter.ts';
import type { Ordered, RankingStrategy } from './strategy.ts';

/**
 * Asks monitoring, then lets the Cloud Provider Ranker order the services by the customer's agreements
 * (docs/contract/federation.md, "How they work together"). `offers` are all that the CMDB described: a service that does
 * not fit may be the parent of one that was measured.
 */
export const byCpr =
  (
    { monitoring, cpr }: Pick<Federation, 'monitoring' | 'cpr'>,
    agreed: Agreements,
    offers: readonly Offer[],
  ): RankingStrategy =>
  async (fitting) => {
    const left = narrow(agreed, fitting);
    const { measurements, notes } = await readMeasurements(monitoring, left.agreements);
    const ranked = await cpr.rank({ ...left, measurements: withParents(measurements, offers) });
    return { ...place(fitting, ranked), notes };
  };

/** Removes dropped services from agreements and preferences too. */
const narrow = ({ agreements, preferences }: Agreements, fitting: readonly Fitting[]): Agreements => {
  const kept = new Set(fitting.map(({ offer }) => offer.id));
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
const readMeasurements = async (
  monitoring: Federation['monitoring'],
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
const place = (fitting: readonly Fitting[], ranked: readonly Ranked[]): Pick<Ordered, 'best' | 'dropped'> => {
  const byService = new Map(ranked.toSorted(worstFirst).map((one) => [one.serviceId, one]));
  const judged = fitting.map((one) => ({ one, verdict: byService.get(one.offer.id) }));
  return {
    best: judged
      .flatMap(({ one, verdict }) => (verdict?.ranked ? [{ one, verdict }] : []))
      .toSorted((a, b) => a.verdict.rank - b.verdict.rank)
      .map(({ one, verdict }) => ({ ...one, score: scoreOf(verdict) })),
    dropped: judged
      .filter(({ verdict }) => !verdict?.ranked)
      .map(({ one: { offer }, verdict }) => ({ id: offer.id, name: offer.name, reason: whyNot(verdict) })),
  };
};

/** CPR may rank a service once for each of its agreements: the best place counts. */
const worstFirst = (a: Ranked, b: Ranked): number => Number(a.ranked) - Number(b.ranked) || b.rank - a.rank;

const whyNot = (verdict: Ranked | undefined): string => {
  if (verdict === undefined) return 'CPR did not mention it in its answer';
  return `CPR did not rank it${verdict.reason ? `: ${verdict.reason}` : ''}`;
};

const scoreOf = ({ rank, score, slaWeight }: Ranked): string =>
  [`rank ${rank}`, score !== undefined && `score ${score}`, slaWeight !== undefined && `SLA weight ${slaWeight}`]
    .filter(Boolean)
    .join(', ');
