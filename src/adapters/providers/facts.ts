import type { ProviderFacts } from '../../domain/providers/ports.ts';

/**
 * The names that clients know for the types of authorization lines (docs/contract/infrastructure-manager.md,
 * "Authorization") and for the services of a CMDB (docs/contract/federation.md, "Kinds of service").
 */
const types: Readonly<Record<string, string>> = {
  EC2: 'AWS',
  'org.openstack.nova': 'OPENSTACK',
  'eu.egi.cloud.vm-management.opennebula': 'OPENNEBULA',
  'eu.egi.cloud.vm-management.occi': 'OCCI',
  'com.amazonaws.ec2': 'AWS',
  'com.microsoft.azure': 'AZURE',
  'eu.otc.compute': 'OTC',
};

const typeOf = (name: string): string => (Object.hasOwn(types, name) ? (types[name] ?? name) : name.toUpperCase());

/** What clients may read about a provider, taken from the public keys of its authorization line. */
export const factsOf = (
  { type, host, service_region: serviceRegion }: Readonly<Record<string, string>>,
  region = serviceRegion,
): ProviderFacts => ({
  ...(type !== undefined && { type: typeOf(type) }),
  ...(region !== undefined && { region }),
  ...(host !== undefined && { endpoint: withoutUser(host) }),
});

export const stackFacts = (region: string): ProviderFacts => ({
  type: 'AWS',
  region,
  endpoint: `https://cloudformation.${region}.amazonaws.com`,
});

/** Clients show jobs for this type: it is that of the job service of the original (docs/contract/original-service.md). */
export const batchFacts = (region: string): ProviderFacts => ({
  type: 'QCG',
  region,
  endpoint: `https://batch.${region}.amazonaws.com`,
});

/**
 * Removes a user name and password, up to the last `@` before the path. Nobody should put them into the address. If somebody
 * does, no client may read them.
 */
const withoutUser = (host: string): string => host.replace(/^([a-z][a-z0-9+.-]*:\/\/)?[^/?#]*@/i, '$1');
