import type { Delegations, Revocations } from '../../domain/credentials/ports.ts';

type Tokens = Delegations & Revocations;

const noTokens: Tokens = {
  keep: async () => {},
  exchange: async () => undefined,
  tokenFor: () => async () => undefined,
  revoke: async () => {},
};

/**
 * Tokens that users gave to the service. The code for them is loaded (`load`) only if an issuer allows token exchange. No
 * environment variable is read before the first call.
 */
export const lazyDelegations = (isAllowed: () => boolean, load: () => Promise<Tokens>): Tokens => {
  let loaded: Promise<Tokens> | undefined;
  const made = (): Promise<Tokens> => {
    loaded ??= isAllowed() ? load() : Promise.resolve(noTokens);
    // if loading fails, the next call tries again
    loaded.catch(() => (loaded = undefined));
    return loaded;
  };
  return {
    keep: async (...given) => (await made()).keep(...given),
    exchange: async (id, owner, token) => (await made()).exchange(id, owner, token),
    tokenFor: (id) => async (options) => (await made()).tokenFor(id)(options),
    revoke: async (id) => (await made()).revoke(id),
  };
};
