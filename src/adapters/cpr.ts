import * as z from 'zod';
import { CprError } from '../domain/errors.ts';
import type { Agreement, Cpr, Measurements, Preference } from '../domain/providers/federation.ts';
import { federationPartner, type PartnerOptions } from './providers-partner.ts';

const schema = z.array(
  z.object({
    service_id: z.string(),
    rank: z.coerce.number(),
    ranked: z.boolean(),
    total_score: z.coerce.number().nullish(),
    sla_weight: z.coerce.number().nullish(),
    error_reason: z.string().nullish(),
  }),
);

/** The Cloud Provider Ranker (behaviour.md 13.4): `POST /rank`. */
export const cpr = (options: PartnerOptions): Cpr => {
  const partner = federationPartner('CPR', CprError, options);
  return {
    rank: async ({ preferences, agreements, measurements }) => {
      const body = JSON.stringify({
        preferences: preferences.map(preference),
        sla: agreements.map(agreement),
        monitoring: measurements.map(measured),
      });
      const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
      const answer = await partner.read({ method: 'POST', path: '/rank', headers, body }, schema);
      return answer.map(({ service_id: serviceId, rank, ranked, total_score, sla_weight, error_reason }) => ({
        serviceId,
        rank,
        ranked,
        score: total_score ?? undefined,
        slaWeight: sla_weight ?? undefined,
        reason: error_reason ?? undefined,
      }));
    },
  };
};

const preference = ({ serviceType, priority }: Preference) => ({
  service_type: serviceType,
  priority: priority.map(({ slaId, serviceId, weight }) => ({ sla_id: slaId, service_id: serviceId, weight })),
});

/** As SLAM told it, without the services that were dropped since. */
const agreement = ({ services, document }: Agreement) => {
  const kept = new Set(services.map(({ id }) => id));
  const told = z.array(z.looseObject({ service_id: z.string() })).parse(document['services']);
  return { ...document, services: told.filter(({ service_id }) => kept.has(service_id)) };
};

const measured = ({ provider, services }: Measurements) => ({
  provider,
  services: services.map(({ id, parentId, type, metrics }) => ({
    service_id: id,
    ...(parentId !== undefined && { service_parent_id: parentId }),
    type,
    metrics,
  })),
});
