import { ForbiddenError } from '../../foundation/errors.ts';
import type { Identity } from '../../foundation/identity.ts';
import type { Delegations, Token } from './ports.ts';

/** Something that a user made and that makes deployments while he is away: a schedule. */
interface Standing {
  readonly id: string;
  readonly createdBy: Identity;
}

/**
 * What the owner entrusted with a standing rule, for a deployment that comes of it: an authorization of its own, exchanged
 * for a token that the rule's gives, so that either can be revoked without the other. Nothing where nothing was entrusted.
 * ForbiddenError, with what to do, when it is withdrawn or has expired; UnavailableError.
 */
export const passedOn = (
  delegations: Pick<Delegations, 'keep' | 'tokenFor'>,
  { id, createdBy }: Standing,
): { readonly token: Token; keep(deploymentId: string): Promise<void> } => ({
  token: delegations.tokenFor(id),
  keep: async (deploymentId) => {
    try {
      const token = await delegations.tokenFor(id)();
      if (token !== undefined) await delegations.keep(deploymentId, createdBy, token);
    } catch (error) {
      if (!(error instanceof ForbiddenError)) throw error;
      throw new ForbiddenError(`${error.message}: sign in, and create the schedule again`, { cause: error });
    }
  },
});
