/** The variable SERVICE_ADDRESSES, as far as it decides how providers are ranked. */
export interface ServiceAddresses {
  readonly [name: string]: string;
}

/** All that a ranking needs; monitoring may be absent. */
export type FederationAddresses = ServiceAddresses & { readonly [Name in 'slam_url' | 'cmdb_url' | 'cpr_url']: string };

/** Whether the services of a federation rank. */
export const isFederated = (addresses: ServiceAddresses): addresses is FederationAddresses =>
  Boolean(addresses['slam_url'] && addresses['cmdb_url'] && addresses['cpr_url']);
