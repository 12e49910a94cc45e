import { ForbiddenError } from '../../foundation/errors.ts';
import type { Identity } from '../../foundation/identity.ts';
import type { Delegations, Token } from './ports.ts';

/** Something that makes deployments for a user who is not present: a schedule. */
interface Delegator {
  readonly id: string;
  readonly createdBy: Identity;
}

/**
 * The owner's authorization for a deployment that a schedule makes. The deployment gets an authorization of its own, in
 * exchange for a token of the schedule's, so that either can be revoked without the other. Does nothing if the schedule
 * has none. ForbiddenError, with what to do, when the authorization is withdrawn or has expired; UnavailableError.
 */
export const scheduleDelegation = (
  delegations: Pick<Delegations, 'keep' | 'tokenFor'>,
  { id, createdBy }: Delegator,
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
