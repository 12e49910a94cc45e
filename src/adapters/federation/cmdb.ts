import * as v from 'valibot';
import type { Cmdb, ServiceDescription } from '../../domain/providers/federation.ts';
import type { ImageScheme, Networks } from '../../domain/providers/offer.ts';
import { CmdbError } from '../../foundation/errors.ts';
import { type FederationClient, type FederationClientOptions, federationClient, statusOf } from './client.ts';
import {
  documentOf,
  flavorData,
  imageData,
  providerData,
  rowsOf,
  type ServiceData,
  serviceData,
  type TenantData,
  tenantData,
} from './cmdb-documents.ts';

/** The kinds of service that make virtual machines (docs/contract/federation.md, "Kinds of service"). */
const computing: Readonly<Record<string, { readonly imageScheme: ImageScheme; readonly ownCredentials?: true }>> = {
  'org.openstack.nova': { imageScheme: 'ost' },
  'eu.egi.cloud.vm-management.opennebula': { imageScheme: 'one' },
  'com.amazonaws.ec2': { imageScheme: 'aws', ownCredentials: true },
  'com.microsoft.azure': { imageScheme: 'azr', ownCredentials: true },
  'eu.otc.compute': { imageScheme: 'ost', ownCredentials: true },
};

/** The registry of providers, over its REST interface (docs/contract/federation.md, "CMDB"). It needs no credentials. */
export const cmdb = (options: FederationClientOptions): Cmdb => {
  const client = federationClient('CMDB', CmdbError, options);
  return {
    describe: async (id, serviceIds, customer) => {
      const [{ data }, services] = await Promise.all([
        read(client, `/provider/id/${encodeURIComponent(id)}`, documentOf(providerData), `provider ${id}`),
        read(
          client,
          `/provider/id/${encodeURIComponent(id)}/has_many/services`,
          servicesOf(serviceIds),
          `provider ${id}`,
        ),
      ]);
      const name = data.name ?? id;
      const described = services.map((one) => describeService(client, customer, name, one));
      return { id, name, services: await Promise.all(described) };
    },
  };
};

/** Schema of a list of services, which yields those with these ids. No agreement names the others, so they may be anything. */
const servicesOf = (serviceIds: readonly string[]) =>
  v.pipe(
    rowsOf(v.optional(v.unknown())),
    v.transform((all) => all.filter(({ _id }) => serviceIds.includes(_id))),
    v.array(documentOf(serviceData)),
  );

const read = async <Schema extends v.GenericSchema>(
  client: FederationClient,
  path: string,
  schema: Schema,
  what: string,
): Promise<v.InferOutput<Schema>> => {
  const headers = { Accept: 'application/json' };
  try {
    return await client.read({ method: 'GET', path: `${path}?include_docs=true`, headers }, schema);
  } catch (error) {
    if (statusOf(error) === 404) throw new CmdbError(`the CMDB knows no ${what}`, { cause: error });
    throw error;
  }
};

const describeService = async (
  client: FederationClient,
  customer: string,
  providerName: string,
  { _id: id, data }: { readonly _id: string; readonly data: ServiceData },
): Promise<ServiceDescription> => {
  const kind = computing[data.service_type];
  const about = { id, name: providerName, ...site(data) };
  if (kind === undefined || data.type === 'storage') return { ...about, unsupported: data.service_type };
  return { ...about, ...kind, ...(await project(client, customer, id)) };
};

const site = (data: ServiceData) => ({
  parentId: data.service_parent_id,
  host: URL.parse(data.endpoint ?? '')?.hostname,
  region: data.region,
  issuers: data.iam_enabled ? (data.supported_idps ?? []).map(({ issuer }) => issuer) : undefined,
  publicAddresses: data.public_ip_assignable,
  volumeTypes: data.volume_types,
});

/** What the customer's own tenant sees. Without a tenant, the customer sees nothing. */
const project = async (client: FederationClient, customer: string, serviceId: string) => {
  const path = `/service/id/${encodeURIComponent(serviceId)}/has_many/tenants`;
  const tenants = await read(client, path, rowsOf(tenantData), `service ${serviceId}`);
  const tenant = tenants.find(({ data }) => data.iam_organisation === customer);
  if (!tenant) return { images: [], flavors: [] };
  const below = `/tenant/id/${encodeURIComponent(tenant._id)}/has_many`;
  const [images, flavors] = await Promise.all([
    read(client, `${below}/images`, rowsOf(imageData), `tenant ${tenant._id}`),
    read(client, `${below}/flavors`, rowsOf(flavorData), `tenant ${tenant._id}`),
  ]);
  return {
    images: images.map(({ data }) => data),
    flavors: flavors.map(({ data }) => data),
    networks: networksOf(tenant.data),
  };
};

const networksOf = (tenant: TenantData): Networks => ({
  public: tenant.public_network_name,
  private: tenant.private_network_name,
  privateCidr: tenant.private_network_cidr,
  proxyHost: tenant.private_network_proxy_host,
  proxyUser: tenant.private_network_proxy_user,
});
