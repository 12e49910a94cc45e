import type { FastifyInstance } from 'fastify';
import { type Service, servicesOf } from './data.ts';

/** `GET /preferences/{customer}` (docs/contract/federation.md, "SLAM"). */
export const addSlam = (
  app: FastifyInstance,
  services: readonly Service[],
  isTrusted: (header: string) => boolean,
): void => {
  app.get<{ Params: { customer: string } }>('/preferences/:customer', async (request, reply) => {
    if (!isTrusted(request.headers.authorization ?? '')) return reply.code(401).send({ error: 'invalid_token' });
    const { customer } = request.params;
    const own = servicesOf(services, customer);
    if (own.length === 0) return reply.code(404).send({ error: `no agreement for ${customer}` });
    return {
      preferences: [{ customer, id: `preferences-${customer}`, preferences: preferences(own, customer) }],
      sla: slas(own, customer),
    };
  });
};

const slaOf = ({ provider }: Service, customer: string): string => `SLA_${provider}_${customer}`;

const preferences = (own: readonly Service[], customer: string) => [
  {
    service_type: 'compute',
    priority: own.map((service) => ({
      sla_id: slaOf(service, customer),
      service_id: service.id,
      weight: service.weight,
    })),
  },
];

const slas = (own: readonly Service[], customer: string) =>
  [...new Set(own.map(({ provider }) => provider))].map((provider) => ({
    id: `SLA_${provider}_${customer}`,
    customer,
    provider,
    start_date: '2026-01-01',
    end_date: '2027-12-31',
    services: own
      .filter((service) => service.provider === provider)
      .map(({ id }) => ({
        type: 'compute',
        service_id: id,
        targets: [{ type: 'public_ip', unit: 'none', restrictions: { total_guaranteed: 10, total_limit: 100 } }],
      })),
  }));
