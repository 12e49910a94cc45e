/** The part of the variable SERVICE_ADDRESSES that decides how providers are ranked. */
export interface ServiceAddresses {
  readonly [name: string]: string;
}

/** The addresses that a ranking needs; monitoring is optional. */
export type FederationAddresses = ServiceAddresses & { readonly [Name in 'slam_url' | 'cmdb_url' | 'cpr_url']: string };

/** Whether the services of a federation rank the providers. */
export const isFederated = (addresses: ServiceAddresses): addresses is FederationAddresses =>
  Boolean(addresses['slam_url'] && addresses['cmdb_url'] && addresses['cpr_url']);
