import type { Delegations, Withdrawals } from '../../domain/credentials/ports.ts';

type Entrusted = Delegations & Withdrawals;

const nothingEntrusted: Entrusted = {
  keep: async () => {},
  tokenFor: () => async () => undefined,
  withdraw: async () => {},
};

/**
 * What users entrusted to the service, where an issuer allows for it (`load`); the rest of the time none of it is loaded. Nothing of
 * the environment is asked for before it is used.
 */
export const delegationsAtNeed = (isAllowed: () => boolean, load: () => Promise<Entrusted>): Entrusted => {
  let loaded: Promise<Entrusted> | undefined;
  const made = (): Promise<Entrusted> => {
    loaded ??= isAllowed() ? load() : Promise.resolve(nothingEntrusted);
    // what could not be loaded is tried again at the next call
    loaded.catch(() => (loaded = undefined));
    return loaded;
  };
  return {
    keep: async (id, owner, token) => (await made()).keep(id, owner, token),
    tokenFor: (id) => async (options) => (await made()).tokenFor(id)(options),
    withdraw: async (id) => (await made()).withdraw(id),
  };
};
