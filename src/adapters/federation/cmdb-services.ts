import * as v from 'valibot';
import type { Clock } from '../../foundation/clock.ts';
import { CmdbError } from '../../foundation/errors.ts';
import { type FederationClientOptions, federationClient, statusOf } from './client.ts';
import {
  documentOf,
  providerData,
  rowsOf,
  type ServiceData,
  serviceData,
  type TenantData,
  tenantData,
} from './cmdb-documents.ts';

/** A compute service as the CMDB describes it to all its customers. */
export interface CmdbService {
  readonly id: string;
  /** name of its provider */
  readonly name: string;
  readonly data: ServiceData;
  readonly tenants: readonly TenantData[];
}

export interface CmdbServices {
  /** Undefined: the CMDB does not know this service. UnavailableError, CmdbError. */
  find(id: string): Promise<CmdbService | undefined>;
}

/** How long a description is kept, in milliseconds: a starting deployment is polled every few seconds. */
const keptMs = 5 * 60 * 1_000;
const mostKept = 200;

const withProvider = v.object({ ...serviceData.entries, provider_id: v.nullish(v.string()) });

/** Reads single services of the registry (docs/contract/federation.md, "CMDB"), for calls long after the ranking. */
export const cmdbServices = ({
  clock,
  ...options
}: FederationClientOptions & { readonly clock: Clock }): CmdbServices => {
  const client = federationClient('CMDB', CmdbError, options);
  const read = <Schema extends v.GenericSchema>(path: string, schema: Schema): Promise<v.InferOutput<Schema>> =>
    client.read({ method: 'GET', path: `${path}?include_docs=true`, headers: { Accept: 'application/json' } }, schema);
  const ask = async (id: string): Promise<CmdbService | undefined> => {
    const path = `/service/id/${encodeURIComponent(id)}`;
    const found = await absentIfUnknown(read(path, documentOf(withProvider)));
    if (!found) return undefined;
    const { provider_id: provider, ...data } = found.data;
    const [tenants, about] = await Promise.all([
      read(`${path}/has_many/tenants`, rowsOf(tenantData)),
      provider
        ? absentIfUnknown(read(`/provider/id/${encodeURIComponent(provider)}`, documentOf(providerData)))
        : undefined,
    ]);
    return { id, name: about?.data.name ?? provider ?? id, data, tenants: tenants.map(({ data }) => data) };
  };
  const known = new Map<string, { readonly service: CmdbService; readonly until: number }>();
  return {
    find: async (id) => {
      const now = clock.now().getTime();
      const kept = known.get(id);
      if (kept && now < kept.until) return kept.service;
      const service = await ask(id);
      if (known.size >= mostKept) known.clear();
      if (service) known.set(id, { service, until: now + keptMs });
      return service;
    },
  };
};

const absentIfUnknown = async <T>(answer: Promise<T>): Promise<T | undefined> => {
  try {
    return await answer;
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
};
