import { deploymentInHand } from '../../domain/credentials/acting-for.ts';
import type { Delegations, Token } from '../../domain/credentials/ports.ts';

/** One call in the user's name, and once more with a fresh token when the first was refused. */
export const withToken = async <T>(
  token: Token | undefined,
  call: (headers: Readonly<Record<string, string>>) => Promise<T>,
  isRefused: (error: unknown) => boolean,
): Promise<T> => {
  const first = await token?.();
  if (token === undefined || first === undefined) return call({});
  try {
    return await call(bearing(first));
  } catch (error) {
    const second = isRefused(error) ? await token({ fresh: true }) : undefined;
    if (second === undefined || second === first) throw error;
    return call(bearing(second));
  }
};

const bearing = (token: string) => ({ Authorization: `Bearer ${token}` });

/** The token of the owner of the deployment that a step works for; outside of such steps there is none. */
export const ownersToken =
  (delegations: Pick<Delegations, 'tokenFor'>): Token =>
  async (options) => {
    const deploymentId = deploymentInHand();
    return deploymentId === undefined ? undefined : delegations.tokenFor(deploymentId)(options);
  };
