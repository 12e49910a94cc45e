import * as z from 'zod';
import { SlamError } from '../domain/errors.ts';
import type { Agreements, Slam } from '../domain/providers/federation.ts';
import { federationPartner, type PartnerOptions, statusOf } from './providers-partner.ts';
import { withToken } from './token-use.ts';

const priority = z.object({ sla_id: z.string(), service_id: z.string(), weight: z.coerce.number() });
const preference = z.object({ service_type: z.string(), priority: z.array(priority) });
const sla = z.looseObject({
  id: z.string(),
  provider: z.string(),
  services: z.array(z.looseObject({ service_id: z.string() })),
});
const schema = z.object({
  preferences: z.array(z.object({ preferences: z.array(preference) })).default([]),
  sla: z.array(sla).default([]),
});

/** SLAM, the management of agreements (behaviour.md 13.1): `GET /preferences/{customer}` with the user's own token. */
export const slam = (options: PartnerOptions): Slam => {
  const partner = federationPartner('SLAM', SlamError, options);
  return {
    agreements: async (customer, token) => {
      const path = `/preferences/${encodeURIComponent(customer)}`;
      const ask = (headers: Readonly<Record<string, string>>) =>
        partner.read({ method: 'GET', path, headers: { Accept: 'application/json', ...headers } }, schema);
      try {
        return agreementsOf(await withToken(token, ask, (error) => statusOf(error) === 401));
      } catch (error) {
        if (statusOf(error) === 404) return { agreements: [], preferences: [] };
        throw error;
      }
    },
  };
};

const agreementsOf = ({ preferences, sla: all }: z.output<typeof schema>): Agreements => ({
  agreements: all.map((document) => ({
    id: document.id,
    provider: document.provider,
    services: document.services.map(({ service_id: id }) => ({ id })),
    document,
  })),
  preferences: preferences
    .flatMap((one) => one.preferences)
    .map(({ service_type: serviceType, priority: list }) => ({
      serviceType,
      priority: list.map(({ sla_id: slaId, service_id: serviceId, weight }) => ({ slaId, serviceId, weight })),
    })),
});
