import { currentDeployment } from '../../domain/credentials/current-deployment.ts';
import type { Delegations, Token } from '../../domain/credentials/ports.ts';

/** Makes a call with the user's token, and a second one with a fresh token if the first was refused. */
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

/** The token of the owner of the deployment that the current step works for. Outside such steps there is none. */
export const ownersToken =
  (delegations: Pick<Delegations, 'tokenFor'>): Token =>
  async (options) => {
    const deploymentId = currentDeployment();
    return deploymentId === undefined ? undefined : delegations.tokenFor(deploymentId)(options);
  };
