import type { Caller } from '../../../foundation/caller.ts';
import { ConflictError, ForbiddenError, NotFoundError } from '../../../foundation/errors.ts';
import type { Owners, OwnersAt } from '../../adoption/ports.ts';
import type { Delegations, Token } from '../../credentials/ports.ts';
import type { Deployment } from '../record/deployment.ts';
import type { Attempts, Deployments } from '../record/ports.ts';
import { stillSameOwner } from './owner.ts';

export interface ExchangePorts {
  readonly delegations: Pick<Delegations, 'exchange' | 'tokenFor'>;
  readonly deployments: Pick<Deployments, 'find'>;
  readonly attempts: Pick<Attempts, 'list'>;
  readonly ownersAt: OwnersAt;
  /** those that the configuration names */
  readonly providerList: readonly { readonly id: string }[];
}

/**
 * What is done at the providers in a user's own name is done in that of the new owner from now on: the first step asks the issuer, and makes the new owner an
 * owner of all that stands at an Infrastructure Manager; `finish` stores the new authorization, and takes the owner before out. Nothing where the issuer is not configured
 * for it. A repeat of either is harmless. ConflictError, ForbiddenError when the issuer refuses, UnavailableError; those of a Deployer.
 */
export const exchangeAuthorization = async (
  ports: ExchangePorts,
  deployment: Deployment,
  caller: Caller,
  accessToken: string | undefined,
): Promise<{ finish(): Promise<void> }> => {
  const { id } = deployment;
  const entrusted = accessToken === undefined ? undefined : await ports.delegations.exchange(id, caller, accessToken);
  if (entrusted === undefined) return { finish: async () => undefined };
  const { token } = entrusted;
  const standing = await ownersOf(ports, deployment);
  const before = orAdvice(ports.delegations.tokenFor(id));
  for (const { owners, infrastructureId } of standing)
    await unlessGone(() => owners.share(infrastructureId, before, token));
  return {
    finish: async () => {
      if (!(await entrusted.keep(stillSameOwner(ports, id, caller)))) return;
      for (const { owners, infrastructureId } of standing)
        await unlessGone(() => owners.leave(infrastructureId, token));
    },
  };
};

/** Where something of it may stand in its owner's name: also what attempts have left, and a move, since the new owner's authorization destroys that too. */
const ownersOf = async (
  ports: ExchangePorts,
  { id, providerId, infrastructureId }: Deployment,
): Promise<readonly { readonly owners: Owners; readonly infrastructureId: string }[]> => {
  const left = (await ports.attempts.list(id)).filter(({ state }) => state !== 'DESTROYED');
  const places = new Map(
    [{ providerId, infrastructureId }, ...left].map((one) => [`${one.providerId} ${one.infrastructureId}`, one]),
  );
  const found = [...places.values()].map(async ({ providerId: at = '', infrastructureId: standing }) => {
    const owners = standing === undefined ? undefined : await managerOf(ports, at);
    return owners === undefined || standing === undefined ? [] : [{ owners, infrastructureId: standing }];
  });
  return (await Promise.all(found)).flat();
};

const unlessGone = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
};

/** undefined: it stands at a provider where the service works in its own name */
const managerOf = async (
  { ownersAt, providerList }: ExchangePorts,
  providerId: string,
): Promise<Owners | undefined> => {
  const owners = await ownersAt(providerId);
  if (owners !== undefined || providerList.some(({ id }) => id === providerId)) return owners;
  throw new ConflictError(
    `something of the deployment stands at provider ${providerId} in its owner's own name, and only at providers that the configuration names can it be given away`,
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
