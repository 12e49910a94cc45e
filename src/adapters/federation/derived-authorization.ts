/**
 * Makes the authorization line of a federation's service from its description in the CMDB: docs/contract/federation.md,
 * "Credentials for a service", and docs/contract/infrastructure-manager.md, "Authorization".
 */

import { ProviderFailedError } from '../../foundation/errors.ts';
import type { ConfiguredProvider } from '../providers/configured.ts';
import type { TenantData } from './cmdb-documents.ts';
import type { CmdbService } from './cmdb-services.ts';

/** What is needed to write a line: its public keys, and where the rest comes from. */
export type Access = Pick<ConfiguredProvider, 'id' | 'credentials' | 'vault' | 'secret'> & {
  /** the key of the line that takes the user's token */
  readonly takesToken?: 'token' | 'password' | undefined;
  /** the key of the line that takes what users store as `tenant` */
  readonly tenantIs?: string | undefined;
};

/** The customer that a deployment belongs to. */
export interface Customer {
  /** issuer of the owner's tokens */
  readonly issuer: string;
  /** the deployment's group, or the organisation of its issuer */
  readonly customer: string | undefined;
}

/** ProviderFailedError for a service that cannot be used in this way. */
export const derivedAccess = (service: CmdbService, who: Customer): Access => {
  const { id, data } = service;
  const line = lines[data.service_type];
  if (!line)
    throw new ProviderFailedError(
      `service ${id} of ${service.name} is a ${data.service_type}, which makes no virtual machines`,
    );
  return { id, ...line(service, who) };
};

type Line = (service: CmdbService, who: Customer) => Omit<Access, 'id'>;

const openStack: Line = (service, who) => {
  const { data } = service;
  const url = endpointOf(service);
  const speaksV2 = /^\/v2/.test(url.pathname);
  const line = {
    type: 'OpenStack',
    host: url.origin,
    ...texts({ service_region: data.region, microversion: data.microversion }),
  };
  if (!data.iam_enabled)
    return { vault: true, credentials: { ...line, auth_version: speaksV2 ? '2.0_password' : '3.x_password' } };
  if (speaksV2) throw new ProviderFailedError(`${service.name} speaks version 2 of Keystone, which accepts no tokens`);
  const identityProvider = data.supported_idps?.find(({ issuer }) => issuer === who.issuer)?.name ?? who.customer;
  const credentials = {
    ...line,
    ...texts({
      tenant: data.idp_protocol ?? 'oidc',
      username: identityProvider,
      domain: tenantOf(service, who)?.tenant_name,
    }),
    auth_version: '3.x_oidc_access_token',
  };
  return { credentials, takesToken: 'password' };
};

const openNebula: Line = (service) => {
  const credentials = { type: 'OpenNebula', host: endpointOf(service).href };
  return service.data.iam_enabled ? { credentials, takesToken: 'token' } : { credentials, vault: true };
};

/** An OpenStack with one region, which finds projects by the user's own domain. */
const openTelekomCloud: Line = (service) => ({
  vault: true,
  tenantIs: 'domain',
  credentials: {
    type: 'OpenStack',
    host: endpointOf(service).origin,
    tenant: 'eu-de',
    service_region: 'eu-de',
    service_name: 'None',
    auth_version: '3.x_password',
  },
});

const lines: { readonly [serviceType: string]: Line } = {
  'org.openstack.nova': openStack,
  'eu.egi.cloud.vm-management.opennebula': openNebula,
  'com.amazonaws.ec2': () => ({ vault: true, credentials: { type: 'EC2' } }),
  'com.microsoft.azure': () => ({ vault: true, tenantIs: 'subscription_id', credentials: { type: 'Azure' } }),
  'eu.otc.compute': openTelekomCloud,
};

const endpointOf = ({ id, name, data }: CmdbService): URL => {
  const url = URL.parse(data.endpoint ?? '');
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw new ProviderFailedError(`the CMDB has no address of service ${id} of ${name} that could be called`);
};

const tenantOf = ({ tenants }: CmdbService, { customer }: Customer): TenantData | undefined =>
  tenants.find(({ iam_organisation }) => iam_organisation === customer);

/** Only the values that are there. */
const texts = (values: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([key, value]) => (value ? [[key, value]] : [])));
