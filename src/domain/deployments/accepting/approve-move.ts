/** A move may be approved days after it was accepted: docs/decisions/0089. */

import { ConflictError } from '../../../foundation/errors.ts';
import type { Checks } from '../../drift/check.ts';
import { type ClaimPorts, claimSlot } from '../../moving/claim-slot.ts';
import { outageOf, waitingMins } from '../../moving/provider-outage.ts';
import { elapsed } from '../record/deadlines.ts';
import type { Deployment } from '../record/deployment.ts';

export type ApproveMovePorts = ClaimPorts & { readonly driftChecks: Pick<Checks, 'find'> };

/** ConflictError where the provider that a move leaves answers again, or nobody has looked lately. Other operations always go on. */
export const requireStillGone = async (
  { clock, driftChecks, moving }: Omit<ApproveMovePorts, 'moveStates'>,
  deployment: Deployment,
): Promise<void> => {
  const { moves } = deployment.operation;
  if (moves === undefined) return;
  const { providerId } = moves.from;
  const outage = outageOf((await driftChecks.find(deployment.id))?.outage, deployment);
  if (outage === undefined)
    throw new ConflictError(`provider ${providerId} answers again: refuse the move, and the deployment stays there`);
  if (elapsed(outage.seenAt, clock.now(), { minutes: waitingMins(moving.afterMins) }))
    throw new ConflictError(
      `provider ${providerId} gave no answer at ${outage.seenAt}, which is too long ago: approve the move after its next look`,
    );
};

/** While it waits it has no place among the moves in progress, so it takes one now. ConflictError when all are taken. */
export const claimApproved = async (ports: ClaimPorts, { id, operation }: Deployment): Promise<void> => {
  if (operation.moves) await claimSlot(ports, { deploymentId: id, operationId: operation.id });
};
