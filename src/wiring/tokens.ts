/** The tokens of users. */

import { optionalVariable } from '../adapters/environment/environment.ts';
import { lazyDelegations } from '../adapters/tokens/lazy-delegations.ts';
import { tokenStore } from '../adapters/tokens/store.ts';
import { filesBucket } from './buckets.ts';
import { trustedIssuers } from './callers.ts';
import { once } from './once.ts';
import { secrets } from './secrets.ts';
import { clock } from './system.ts';

export const delegations = once(() =>
  lazyDelegations(
    () => trustedIssuers().some(({ tokenExchange }) => tokenExchange),
    async () => {
      const { encryptedDelegations } = await import('../adapters/tokens/encrypted-delegations.ts');
      const store = tokenStore(filesBucket());
      return encryptedDelegations(tokenKey(), { issuers: trustedIssuers(), secrets: secrets(), store, clock: clock() });
    },
  ),
);

/** Undefined on a laptop, where the key that encrypts tokens is in the file of secrets. */
const tokenKey = (): string | undefined =>
  optionalVariable('SECRETS_FILE') === undefined ? optionalVariable('TOKEN_KEY') : undefined;
