import type { Token } from '../../domain/credentials/ports.ts';
import type { Federation } from '../../domain/providers/federation.ts';
import type { Provider, ProviderFacts, Providers } from '../../domain/providers/ports.ts';
import { rankFederation } from '../../domain/providers/ranking/rank-federation.ts';
import { CmdbError, NotFoundError, UnavailableError } from '../../foundation/errors.ts';
import { type ConfiguredProvider, configuredProviders } from '../providers/configured.ts';
import { factsOf } from '../providers/facts.ts';
import type { FederationAddresses } from './addresses.ts';
import type { FederationClientOptions } from './client.ts';
import { cmdb } from './cmdb.ts';
import type { CmdbService, CmdbServices } from './cmdb-services.ts';
import { cpr } from './cpr.ts';
import { monitoring } from './monitoring.ts';
import { slam } from './slam.ts';

/** The clients of a federation's services. */
export const federationAt = (
  { slam_url, cmdb_url, cpr_url, monitoring_url }: FederationAddresses,
  options: Omit<FederationClientOptions, 'url'> = {},
): Federation => {
  return {
    slam: slam({ ...options, url: slam_url }),
    cmdb: cmdb({ ...options, url: cmdb_url }),
    cpr: cpr({ ...options, url: cpr_url }),
    ...(monitoring_url && { monitoring: monitoring({ ...options, url: monitoring_url }) }),
  };
};

interface FederatedOptions {
  /** SLAM's customer for deployments without a group, by issuer */
  readonly organisation: (issuer: string) => string | undefined;
  /** token of the deployment's owner, for requests that bring none */
  readonly token: Token;
  /** finds providers that are not configured */
  readonly services?: CmdbServices | undefined;
}

/**
 * Providers as a federation ranks them. A service's id in the CMDB is the provider's id here. The credentials for a service
 * come from `configured` if it is there, otherwise from its description in the CMDB.
 */
export const federatedProviders = (
  federation: Federation,
  configured: readonly ConfiguredProvider[],
  { organisation, token, services }: FederatedOptions,
): Providers => ({
  get: async (id) => {
    if (configured.some((one) => one.id === id)) return configuredProviders(configured).get(id);
    return described(services, id);
  },
  rank: async (request) => {
    const customer = request.userGroup ?? organisation(request.issuer);
    return rankFederation(federation, customer, { token, ...request });
  },
});

const factsOfService = ({ data }: CmdbService): ProviderFacts => {
  const { service_type: type, endpoint, region } = data;
  return factsOf({ type, ...(endpoint && { host: endpoint }) }, region ?? undefined);
};

/**
 * Reads only what clients see. If the CMDB does not answer, the id serves as the name; a step that uses the provider gets
 * the error itself.
 */
const described = async (services: CmdbServices | undefined, id: string): Promise<Provider> => {
  try {
    const found = await services?.find(id);
    if (found) return { id, name: found.name, priority: 0, facts: factsOfService(found) };
  } catch (error) {
    if (error instanceof CmdbError || error instanceof UnavailableError) return { id, name: id, priority: 0 };
    throw error;
  }
  throw new NotFoundError(`provider ${id} is not configured, and the CMDB knows no such service`);
};
