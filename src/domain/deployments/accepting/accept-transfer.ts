import type { Caller } from '../../../foundation/caller.ts';
import type { Clock } from '../../../foundation/clock.ts';
import { ConflictError, ForbiddenError, NotFoundError, PreconditionFailedError } from '../../../foundation/errors.ts';
import { identityOf } from '../../../foundation/identity.ts';
import { limitsOfScope, type Quotas, quotaReached } from '../../quotas/quota.ts';
import { exceededBy, exceededText } from '../../quotas/use-bounds.ts';
import { openTransfer, recipientInWords } from '../../transfers/transfer.ts';
import { mayAccept } from '../record/access.ts';
import type { Deployment } from '../record/deployment.ts';
import { inProgress } from '../record/lifecycle.ts';
import type { Deployments } from '../record/ports.ts';
import { requireChangeable } from './change-setting.ts';

export interface AcceptPorts {
  readonly clock: Clock;
  readonly deployments: Pick<Deployments, 'find' | 'transferTo' | 'setTransfer' | 'count' | 'usedBy'>;
  /** absent: none is set */
  readonly quotas?: Quotas | undefined;
}

/** ForbiddenError for who is not asked; ConflictError when nobody is, and while an operation runs. */
export const requireTakeable = (
  { clock }: Pick<AcceptPorts, 'clock'>,
  deployment: Deployment,
  caller: Caller,
): void => {
  requireRecipient({ clock }, deployment, caller);
  if (inProgress(deployment.status))
    throw new ConflictError(
      `the deployment is ${deployment.status}: an operation ends as its owner's who asked for it; wait for its end, then accept again`,
    );
  if (deployment.remains)
    throw new ConflictError(
      `what a move has left at provider ${deployment.remains.providerId} is its owner's, and not destroyed yet: accept again after that`,
    );
};

/** The same while an operation may run. */
export const requireRecipient = (
  { clock }: Pick<AcceptPorts, 'clock'>,
  deployment: Deployment,
  caller: Caller,
): void => {
  requireChangeable(deployment, 'its owner');
  const transfer = openTransfer(deployment, clock.now());
  if (transfer === undefined)
    throw new ConflictError(
      'nobody is asked to take the deployment over, or not any more: its owner has to ask (PUT /deployments/{id}/transfer)',
    );
  if (mayAccept(caller, { ...deployment, transfer })) return;
  throw new ForbiddenError(`only who is asked may answer: ${recipientInWords(transfer)}, as a member of its group`);
};

/** ConflictError, with what is left, where the deployment would exceed a quota of the caller. */
export const requireRoomFor = async (
  { deployments, quotas }: Pick<AcceptPorts, 'deployments' | 'quotas'>,
  { uses }: Deployment,
  caller: Caller,
): Promise<void> => {
  const scope = { of: 'owner' as const, owner: identityOf(caller) };
  const limits = limitsOfScope(quotas, scope);
  const { deployments: most } = limits;
  const used = most === undefined ? 0 : await deployments.count(scope);
  if (most !== undefined && used >= most) throw quotaReached({ scope, most }, used);
  if (uses === undefined) return;
  const exceeded = exceededBy({ scope, limits }, await deployments.usedBy(scope), { more: uses.amounts, starts: 0 });
  if (exceeded) throw new ConflictError(exceededText(exceeded));
};

interface Taking {
  /** of the request */
  readonly id: string;
  readonly onlyIfUnchanged?: boolean | undefined;
}

/** How often others may change the deployment in between. */
const mostTries = 20;

/**
 * Makes the deployment the caller's. Each try asks anew whether the caller may: of two who are asked one becomes the owner. Errors as those of
 * `requireTakeable` and `requireRoomFor`; PreconditionFailedError, NotFoundError.
 */
export const acceptTransfer = async (
  ports: AcceptPorts,
  seen: Deployment,
  caller: Caller,
  { id, onlyIfUnchanged = false }: Taking,
): Promise<void> => {
  const { clock, deployments, quotas } = ports;
  const owner = identityOf(caller);
  const limits = limitsOfScope(quotas, { of: 'owner', owner });
  let current = seen;
  for (let tries = 0; tries < mostTries; tries += 1) {
    if (current.transferred?.id === id) return;
    requireTakeable(ports, current, caller);
    const transferred = { id, from: identityOf(current.createdBy), at: clock.now().toISOString() };
    if (await deployments.transferTo(current, { owner, transferred, email: caller.email }, limits)) return;
    if (onlyIfUnchanged)
      throw new PreconditionFailedError(
        'the deployment changed while the request was being processed; read it again, then decide again',
      );
    const now = await deployments.find(seen.id);
    if (now === undefined) throw new NotFoundError(`deployment ${seen.id} was deleted in the meantime`);
    current = now;
  }
  throw new ConflictError(`deployment ${seen.id} changes all the time: repeat the request`);
};
