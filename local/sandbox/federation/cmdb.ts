import type { FastifyInstance, FastifyReply } from 'fastify';
import { customerNames, providerNames, type Service, servicesOf } from './data.ts';

interface ById {
  readonly Params: { readonly id: string };
}
type Data = { readonly [key: string]: unknown };

/** Documents of CouchDB, in the form of the CMDB's REST interface (docs/contract/federation.md, "CMDB"). */
export const addCmdb = (app: FastifyInstance, services: readonly Service[]): void => {
  const ofProvider = (provider: string) => services.filter((one) => one.provider === provider);
  app.get<ById>('/provider/id/:id', async ({ params: { id } }, reply) => {
    const name = providerNames[id];
    return name === undefined ? missing(reply) : document(id, 'provider', { id, name });
  });
  app.get<ById>('/provider/id/:id/has_many/services', async ({ params: { id } }) =>
    rows(ofProvider(id).map((one) => document(one.id, 'service', { ...one.data, provider_id: id }))),
  );
  app.get<ById>('/service/id/:id', async ({ params: { id } }, reply) => {
    const found = services.find((one) => one.id === id);
    return found ? document(id, 'service', { ...found.data, provider_id: found.provider }) : missing(reply);
  });
  app.get<ById>('/service/id/:id/has_many/tenants', async ({ params: { id } }) => rows(tenants(services, id)));
  for (const list of ['images', 'flavors'] as const) {
    app.get<ById>(`/tenant/id/:id/has_many/${list}`, async ({ params: { id } }) => {
      const found = services.find((one) => tenants(services, one.id).some(({ _id }) => _id === id));
      return rows((found?.tenant?.[list] ?? []).map((data, index) => document(`${id}-${list}-${index}`, list, data)));
    });
  }
};

/** One tenant for each customer of the service. */
const tenants = (services: readonly Service[], serviceId: string) =>
  customerNames
    .filter((customer) => servicesOf(services, customer).some(({ id }) => id === serviceId))
    .flatMap((customer) => {
      const data = services.find(({ id }) => id === serviceId)?.tenant?.data;
      return data
        ? [document(`${serviceId}-${customer}`, 'tenant', { ...data, iam_organisation: customer, service: serviceId })]
        : [];
    });

const document = (id: string, type: string, data: Data) => ({ _id: id, _rev: '1-0', type, data });

const rows = (documents: readonly { readonly _id: string }[]) => ({
  total_rows: documents.length,
  offset: 0,
  rows: documents.map((doc) => ({ id: doc._id, key: [doc._id], value: {}, doc })),
});

const missing = (reply: FastifyReply) => reply.code(404).send({ error: 'not_found', reason: 'missing' });
