import type { Clock } from '../../foundation/clock.ts';
import { parameterOf, type Secrets } from './secrets.ts';

/**
 * Reads secrets from a file if there is one, otherwise from the store that the secret's name indicates. The client of a
 * store is loaded with the first read from it.
 */
export const storedSecrets = (file: string | undefined, clock: Clock): Secrets => {
  const stores = new Map<Store, Promise<Secrets>>();
  const storeOf = (store: Store): Promise<Secrets> => {
    const known = stores.get(store) ?? opened(store, file ?? '', clock);
    stores.set(store, known);
    // if loading fails, the next read tries again
    known.catch(() => stores.delete(store));
    return known;
  };
  return {
    read: async (name, options) => {
      const own = parameterOf(name) === undefined ? 'secrets' : 'parameters';
      return (await storeOf(file === undefined ? own : 'file')).read(name, options);
    },
  };
};

type Store = 'file' | 'secrets' | 'parameters';

const opened = async (store: Store, file: string, clock: Clock): Promise<Secrets> => {
  if (store === 'parameters') {
    const { parameterStore, parameterStoreClient } = await import('./parameter-store.ts');
    return parameterStore(parameterStoreClient(), clock);
  }
  const { secretsFile, secretsManager, secretsManagerClient } = await import('./secrets-manager.ts');
  return store === 'file' ? secretsFile(file, clock) : secretsManager(secretsManagerClient(), clock);
};
