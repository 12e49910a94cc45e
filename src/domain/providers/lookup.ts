import { NotFoundError } from '../../foundation/errors.ts';
import type { Provider, Providers } from './ports.ts';

/** The provider, or undefined when the configuration no longer has it: what was made there can then not be reached. */
export const lookUp = async (providers: Pick<Providers, 'get'>, id: string): Promise<Provider | undefined> => {
  try {
    return await providers.get(id);
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
};
