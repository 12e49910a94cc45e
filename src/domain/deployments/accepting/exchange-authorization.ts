import type { Caller } from '../../../foundation/caller.ts';
import { ConflictError, ForbiddenError } from '../../../foundation/errors.ts';
import type { Owners, OwnersAt } from '../../adoption/ports.ts';
import type { Delegations, Token } from '../../credentials/ports.ts';
import type { Deployment } from '../record/deployment.ts';

export interface ExchangePorts {
  readonly delegations: Pick<Delegations, 'exchange' | 'tokenFor'>;
  readonly ownersAt: OwnersAt;
  /** those that the configuration names */
  readonly providerList: readonly { readonly id: string }[];
}

/**
 * What is done at the providers in a user's own name is done in that of the new owner from now on: the first step asks the issuer, and makes the new owner an
 * owner of what stands at an Infrastructure Manager; `finish` stores the new authorization, and takes the owner before out. Nothing where the issuer is not configured
 * for it. A repeat of either is harmless. ConflictError, ForbiddenError when the issuer refuses, UnavailableError; those of a Deployer.
 */
export const exchangeAuthorization = async (
  ports: ExchangePorts,
  deployment: Deployment,
  caller: Caller,
  accessToken: string | undefined,
): Promise<{ finish(): Promise<void> }> => {
  const { id, infrastructureId } = deployment;
  const entrusted = accessToken === undefined ? undefined : await ports.delegations.exchange(id, caller, accessToken);
  if (entrusted === undefined) return { finish: async () => undefined };
  const owners = infrastructureId === undefined ? undefined : await managerOf(ports, deployment);
  const before = orAdvice(ports.delegations.tokenFor(id));
  await owners?.share(infrastructureId ?? '', before, entrusted.token);
  return {
    finish: async () => {
      await entrusted.keep();
      await owners?.leave(infrastructureId ?? '', entrusted.token);
    },
  };
};

/** undefined: it stands at a provider where the service works in its own name */
const managerOf = async (
  { ownersAt, providerList }: ExchangePorts,
  { providerId = '' }: Deployment,
): Promise<Owners | undefined> => {
  const owners = await ownersAt(providerId);
  if (owners !== undefined || providerList.some(({ id }) => id === providerId)) return owners;
  throw new ConflictError(
    `the deployment stands at provider ${providerId} in its owner's own name, and only at providers that the configuration names can it be given away`,
  );
};

const orAdvice =
  (token: Token): Token =>
  async (options) => {
    try {
      return await token(options);
    } catch (cause) {
      if (!(cause instanceof ForbiddenError)) throw cause;
      throw new ConflictError(
        'the authorization of its owner has ended, so nobody else can be let in where it stands: its owner has to sign in and ask again',
        { cause },
      );
    }
  };
