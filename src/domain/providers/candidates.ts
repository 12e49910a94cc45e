import type { Deployment } from '../deployments/deployment.ts';
import type { Provider, Providers } from './ports.ts';

/** The providers that may be tried for a deployment, best first, cut to `maxProvidersRetry`. */
export const candidatesFor = async (
  providers: Pick<Providers, 'candidates'>,
  { userGroup, limits }: Pick<Deployment, 'userGroup' | 'limits'>,
): Promise<readonly Provider[]> => {
  const candidates = await providers.candidates(userGroup === undefined ? {} : { userGroup });
  return candidates.slice(0, limits.maxProvidersRetry);
};
