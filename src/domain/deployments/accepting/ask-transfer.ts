import { ConflictError } from '../../../foundation/errors.ts';
import type { Transfer } from '../../transfers/transfer.ts';
import type { Deployment } from '../record/deployment.ts';
import type { Deployments } from '../record/ports.ts';
import { changeSetting, type OnlyIfUnchanged, requireChangeable } from './change-setting.ts';

interface Question extends OnlyIfUnchanged {
  /** undefined: the question is taken back */
  readonly transfer: Transfer | undefined;
  /** id of the request in which who was asked declines */
  readonly declined?: string;
  /** throws where the caller may not do this to the question that stands by now; absent: whoever owns the deployment may */
  readonly requireMay?: (deployment: Deployment) => void;
}

const what = 'its owner';

/** Asks somebody to take a deployment over, or takes the question back. ConflictError; errors as those of `changeSetting`. */
export const askTransfer = (
  { deployments }: { readonly deployments: Pick<Deployments, 'find' | 'setTransfer'> },
  deployment: Deployment,
  { transfer, declined, requireMay, ...condition }: Question,
): Promise<void> => {
  const isSet = (one: Deployment): boolean =>
    one.transfer?.to === transfer?.to && one.transfer?.expiresAt === transfer?.expiresAt;
  const write = async (seen: Deployment): Promise<void> => {
    requireGivable(seen, transfer);
    requireMay?.(seen);
    await deployments.setTransfer(seen, transfer, declined);
  };
  return changeSetting(deployments, deployment, { what, isSet, write }, condition);
};

/** ConflictError when nobody can take it over. */
export const requireGivable = (deployment: Deployment, transfer: Transfer | undefined): void => {
  requireChangeable(deployment, what);
  if (transfer === undefined) return;
  const { userGroup, createdBy } = deployment;
  if (userGroup === undefined)
    throw new ConflictError('the deployment was made for no group, and only a member of its group can take it over');
  if (transfer.to === createdBy.subject)
    throw new ConflictError('the deployment is theirs already: name somebody else');
};
