/** The ports that rank providers, and that tell what a template becomes at them. */

import { creationPreviews, updatePreviews } from '../adapters/cloudformation/previews.ts';
import { variable } from '../adapters/environment/environment.ts';
import { isFederated } from '../adapters/federation/addresses.ts';
import { configuredProviders } from '../adapters/providers/configured.ts';
import { rankingSchema } from '../adapters/providers/offer.ts';
import { ownersToken } from '../adapters/tokens/use.ts';
import { withDraining } from '../domain/providers/draining.ts';
import type { Providers } from '../domain/providers/ports.ts';
import { conform } from '../foundation/shape/examine.ts';
import { filesBucket } from './buckets.ts';
import { providerList, serviceAddresses } from './configured-providers.ts';
import { federatedServices, federation, organisationOf } from './federation.ts';
import { once } from './once.ts';
import { secrets } from './secrets.ts';
import { switches } from './switches.ts';
import { clock } from './system.ts';
import { delegations } from './tokens.ts';

const ranking = () => conform(rankingSchema, variable('RANKING', 'the name of a ranking strategy'));

/** Without those that administrators have switched to draining. */
export const providers = once((): Providers => withDraining(rankedProviders(), switches));

/** Ranked by a federation if its services are configured, else the configured list. */
const rankedProviders = (): Providers => {
  const list = providerList();
  const services = serviceAddresses();
  if (!isFederated(services)) return configuredProviders(list, ranking());
  const made = once(async () => {
    const { federatedProviders, federationAt } = await federation();
    return federatedProviders(federationAt(services), list, {
      organisation: organisationOf,
      token: ownersToken(delegations()),
      services: await federatedServices(),
    });
  });
  return { get: async (id) => (await made()).get(id), rank: async (request) => (await made()).rank(request) };
};

export const creationPreviewOf = once(() => creationPreviews(providerList()));
export const updatePreviewOf = once(() =>
  updatePreviews(providerList(), { clock: clock(), secrets: secrets(), files: filesBucket }),
);
/** The ports for ranking a template, and for telling what it becomes. */
export const creationDryRunPorts = { creationPreviewOf, providers };
export const updateDryRunPorts = { providers, updatePreviewOf };
