import * as v from 'valibot';
import type { Agreements, Slam } from '../../domain/providers/federation.ts';
import { SlamError } from '../../foundation/errors.ts';
import { numeric, objectOf } from '../../foundation/shape/schemas.ts';
import { withToken } from '../tokens/use.ts';
import { type FederationClientOptions, federationClient, statusOf } from './client.ts';

const priority = v.object({ sla_id: v.string(), service_id: v.string(), weight: numeric });
/** An empty list may also be null or absent. */
const listOf = <Item extends v.GenericSchema>(item: Item) => v.nullish(v.array(item), []);
const preference = v.object({ service_type: v.string(), priority: listOf(priority) });
const sla = v.looseObject({
  id: v.string(),
  provider: v.string(),
  services: listOf(v.looseObject({ service_id: v.string() })),
});
const schema = objectOf({
  preferences: listOf(v.object({ preferences: listOf(preference) })),
  sla: listOf(sla),
});

/**
 * SLAM, which manages agreements (docs/contract/federation.md, "SLAM"): `GET /preferences/{customer}` with the user's own
 * token.
 */
export const slam = (options: FederationClientOptions): Slam => {
  const client = federationClient('SLAM', SlamError, options);
  return {
    agreements: async (customer, token) => {
      const path = `/preferences/${encodeURIComponent(customer)}`;
      const ask = (headers: Readonly<Record<string, string>>) =>
        client.read({ method: 'GET', path, headers: { Accept: 'application/json', ...headers } }, schema);
      try {
        return agreementsOf(await withToken(token, ask, (error) => statusOf(error) === 401));
      } catch (error) {
        if (statusOf(error) === 404) return { agreements: [], preferences: [] };
        throw error;
      }
    },
  };
};

const agreementsOf = ({ preferences, sla: all }: v.InferOutput<typeof schema>): Agreements => ({
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
