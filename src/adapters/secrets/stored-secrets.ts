import type { Clock } from '../../foundation/clock.ts';
import { parameterOf, type Secrets } from './secrets.ts';

/** Secrets of a file, where there is one, else of the store that each one's name tells. A store's client is loaded by the first who reads of it. */
export const storedSecrets = (file: string | undefined, clock: Clock): Secrets => {
  const stores = new Map<Store, Promise<Secrets>>();
  const storeOf = (store: Store): Promise<Secrets> => {
    const known = stores.get(store) ?? opened(store, file ?? '', clock);
    stores.set(store, known);
    // what could not be loaded is tried again at the next read
    known.catch(() => stores.delete(store));
    return known;
  };
  return {
    read: async (name) => {
      const own = parameterOf(name) === undefined ? 'secrets' : 'parameters';
      return (await storeOf(file === undefined ? own : 'file')).read(name);
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
