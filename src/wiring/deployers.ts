/** The ports that make infrastructure. */

import { deployersFor, plannersFor } from '../adapters/deployers/deployers.ts';
import { optionalVariable } from '../adapters/environment/environment.ts';
import { isFederated } from '../adapters/federation/addresses.ts';
import { vault } from '../adapters/federation/vault.ts';
import { ownersToken } from '../adapters/tokens/use.ts';
import type { Deployer } from '../domain/deployers/ports.ts';
import { filesBucket } from './buckets.ts';
import { providerList, serviceAddresses } from './configured-providers.ts';
import { derivedAccessOf } from './federation.ts';
import { once } from './once.ts';
import { secrets } from './secrets.ts';
import { clock } from './system.ts';
import { delegations } from './tokens.ts';

export const deployerOf = once(() =>
  deployersFor({
    clock: clock(),
    federated: isFederated(serviceAddresses()),
    files: filesBucket,
    configured: providerList(),
    derived: derivedAccessOf,
    secrets: secrets(),
    token: ownersToken(delegations()),
    vault: storedCredentials(),
  }),
);
/** The same with no more than what looks at things: the functions that have it may change nothing at a provider. */
export const inspectorOf = once((): ((id: string) => Pick<Deployer, 'inspect' | 'list' | 'notComparable'>) =>
  deployerOf(),
);
export const plannerOf = once(() => plannersFor(providerList()));
/** The ports for sending a template to a provider. */
export const sendingPorts = { deployerOf, plannerOf };

/** The credentials that users stored for providers; undefined without a Vault. */
const storedCredentials = once(() => {
  const { vault_url: url } = serviceAddresses();
  return url ? vault({ url, role: optionalVariable('VAULT_ROLE') }) : undefined;
});
