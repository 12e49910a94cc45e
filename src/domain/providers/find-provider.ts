import { NotFoundError } from '../../foundation/errors.ts';
import type { Provider, Providers } from './ports.ts';

/** Why nothing can be done at a provider, and who can change that. */
export const noLongerConfigured = (id: string): string =>
  `provider ${id} is no longer configured; who runs this service can configure it again, with draining: true`;

/** The provider; undefined when it is no longer configured, so that what was made there cannot be reached. */
export const findProvider = async (providers: Pick<Providers, 'get'>, id: string): Promise<Provider | undefined> => {
  try {
    return await providers.get(id);
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
};
