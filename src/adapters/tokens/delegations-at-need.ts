import type { Delegations, Withdrawals } from '../../domain/credentials/ports.ts';

type Entrusted = Delegations & Withdrawals;

const nothingEntrusted: Entrusted = {
  keep: async () => {},
  tokenFor: () => async () => undefined,
  withdraw: async () => {},
};

/**
 * Tokens that users gave to the service. The code for them is loaded (`load`) only if an issuer allows token exchange. No
 * environment variable is read before the first call.
 */
export const delegationsAtNeed = (isAllowed: () => boolean, load: () => Promise<Entrusted>): Entrusted => {
  let loaded: Promise<Entrusted> | undefined;
  const made = (): Promise<Entrusted> => {
    loaded ??= isAllowed() ? load() : Promise.resolve(nothingEntrusted);
    // if loading fails, the next call tries again
    loaded.catch(() => (loaded = undefined));
    return loaded;
  };
  return {
    keep: async (id, owner, token) => (await made()).keep(id, owner, token),
    tokenFor: (id) => async (options) => (await made()).tokenFor(id)(options),
    withdraw: async (id) => (await made()).withdraw(id),
  };
};
