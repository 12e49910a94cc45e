import type { Token } from '../domain/credentials/ports.ts';
import type { Federation } from '../domain/providers/federation.ts';
import type { Providers, Ranking } from '../domain/providers/ports.ts';
import { rankFederation } from '../domain/providers/rank-federation.ts';
import { cmdb } from './cmdb.ts';
import { cpr } from './cpr.ts';
import { monitoring } from './monitoring.ts';
import { type ConfiguredProvider, configuredProviders } from './providers.ts';
import type { PartnerOptions } from './providers-partner.ts';
import { slam } from './slam.ts';

/** The variable SERVICE_ADDRESSES, as far as it decides how providers are ranked. */
export interface ServiceAddresses {
  readonly [name: string]: string;
}

/** The services of a federation, when all that a ranking needs are configured; monitoring may be absent. */
export const federationAt = (
  addresses: ServiceAddresses,
  options: Omit<PartnerOptions, 'url'> = {},
): Federation | undefined => {
  const { slam_url, cmdb_url, cpr_url, monitoring_url } = addresses;
  if (!slam_url || !cmdb_url || !cpr_url) return undefined;
  return {
    slam: slam({ ...options, url: slam_url }),
    cmdb: cmdb({ ...options, url: cmdb_url }),
    cpr: cpr({ ...options, url: cpr_url }),
    ...(monitoring_url && { monitoring: monitoring({ ...options, url: monitoring_url }) }),
  };
};

interface FederatedOptions {
  /** SLAM's customer for deployments of no group, by issuer */
  readonly organisation: (issuer: string) => string | undefined;
  /** of the owner of the deployment in hand, where the request brings none */
  readonly token: Token;
}

/**
 * Providers as a federation ranks them; a service's id in the CMDB is the provider's id here. `configured` has the
 * credentials for them.
 */
export const federatedProviders = (
  federation: Federation,
  configured: readonly ConfiguredProvider[],
  { organisation, token }: FederatedOptions,
): Providers => ({
  get: configuredProviders(configured).get,
  rank: async (request) => {
    const customer = request.userGroup ?? organisation(request.issuer);
    return reachable(
      await rankFederation(federation, customer, { token, ...request }),
      new Set(configured.map(({ id }) => id)),
    );
  },
});

/** What nobody has credentials for cannot be tried. */
const reachable = (ranking: Ranking, known: ReadonlySet<string>): Ranking => ({
  ...ranking,
  candidates: ranking.candidates.filter(({ id }) => known.has(id)),
  dropped: [
    ...ranking.dropped,
    ...ranking.candidates
      .filter(({ id }) => !known.has(id))
      .map(({ id, name }) => ({ id, name, reason: 'this service has no credentials for it' })),
  ],
});
