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
): { readonly token: Token; keep(deploymentId: string): Promise<void> } => {
  const token = delegations.tokenFor(id);
  const exchange = async (deploymentId: string, given: string | undefined): Promise<void> => {
    if (given !== undefined) await delegations.keep(deploymentId, createdBy, given);
  };
  return {
    token,
    keep: async (deploymentId) => {
      const first = await token().catch(adviceAdded);
      try {
        await exchange(deploymentId, first);
      } catch (error) {
        if (!(error instanceof ForbiddenError)) throw error;
        // perhaps only this token has ended: some issuers end it when another process gets a new one
        const second = await token({ fresh: true }).catch(adviceAdded);
        await exchange(deploymentId, second).catch(adviceAdded);
      }
    },
  };
};

const adviceAdded = (error: unknown): never => {
  if (!(error instanceof ForbiddenError)) throw error;
  throw new ForbiddenError(`${error.message}: sign in, and create the schedule again`, { cause: error });
};
