import * as v from 'valibot';
import type { Agreement, Cpr, Measurements, Preference } from '../../domain/providers/federation.ts';
import { CprError } from '../../foundation/errors.ts';
import { conform } from '../../foundation/shape/examine.ts';
import { numeric } from '../../foundation/shape/schemas.ts';
import { type FederationClientOptions, federationClient } from './client.ts';

const schema = v.array(
  v.object({
    service_id: v.string(),
    rank: numeric,
    ranked: v.boolean(),
    total_score: v.nullish(numeric),
    sla_weight: v.nullish(numeric),
    error_reason: v.nullish(v.string()),
  }),
);
const servicesSchema = v.array(v.looseObject({ service_id: v.string() }));

/** The Cloud Provider Ranker (docs/contract/federation.md, "CPR"): `POST /rank`. */
export const cpr = (options: FederationClientOptions): Cpr => {
  const client = federationClient('CPR', CprError, options);
  return {
    rank: async ({ preferences, agreements, measurements }) => {
      const body = JSON.stringify({
        preferences: preferences.map(preference),
        sla: agreements.map(agreement),
        monitoring: measurements.map(measured),
      });
      const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
      const answer = await client.read({ method: 'POST', path: '/rank', headers, body }, schema);
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

/** The agreement as SLAM gave it, without the services that were dropped since. */
const agreement = ({ services, document }: Agreement) => {
  const kept = new Set(services.map(({ id }) => id));
  const answered = conform(servicesSchema, document['services']);
  return { ...document, services: answered.filter(({ service_id }) => kept.has(service_id)) };
};

const measured = ({ provider, services }: Measurements) => ({
  provider,
  services: services.map(({ id, parentId, type, metrics }) => ({
    service_id: id,
    service_parent_id: parentId,
    type,
    metrics,
  })),
});
