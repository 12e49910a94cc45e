/** A move may be approved days after it was accepted: docs/decisions/0089. */

import { ConflictError } from '../../../foundation/errors.ts';
import type { Checks } from '../../drift/check.ts';
import { type ClaimPorts, claimSlot } from '../../moving/claim-slot.ts';
import { outageOf, waitingMins } from '../../moving/provider-outage.ts';
import { elapsed } from '../record/deadlines.ts';
import type { Deployment } from '../record/deployment.ts';

export type ApproveMovePorts = ClaimPorts & AbsencePorts;

export interface AbsencePorts {
  readonly driftChecks: Pick<Checks, 'find'>;
}

/** Why what waits for its approval need not move any more; undefined: its provider is still gone, as far as is known, or it is no move. */
export const whyNotGone = async (ports: AbsencePorts, deployment: Deployment): Promise<string | undefined> => {
  const { moves } = deployment.operation;
  if (moves === undefined || (await outageNow(ports, deployment)) !== undefined) return undefined;
  return `provider ${moves.from.providerId} answers again before anybody has approved the move`;
};

const outageNow = async ({ driftChecks }: AbsencePorts, deployment: Deployment) =>
  outageOf((await driftChecks.find(deployment.id))?.outage, deployment);

/** ConflictError where the provider that a move leaves answers again, or nobody has looked lately. Other operations always go on. */
export const requireStillGone = async (
  { clock, moving, ...ports }: Omit<ApproveMovePorts, 'moveStates'>,
  deployment: Deployment,
): Promise<void> => {
  const { moves } = deployment.operation;
  if (moves === undefined) return;
  const { providerId } = moves.from;
  const outage = await outageNow(ports, deployment);
  if (outage === undefined)
    throw new ConflictError(
      `provider ${providerId} answers again: the deployment stays there, and the move ends within some minutes`,
    );
  if (elapsed(outage.seenAt, clock.now(), { minutes: waitingMins(moving.afterMins) }))
    throw new ConflictError(
      `provider ${providerId} gave no answer at ${outage.seenAt}, which is too long ago: approve the move after its next look`,
    );
};

/** While it waits it has no place among the moves in progress, so it takes one now. ConflictError when all are taken. */
export const claimApproved = async (ports: ClaimPorts, { id, operation }: Deployment): Promise<void> => {
  if (operation.moves) await claimSlot(ports, { deploymentId: id, operationId: operation.id });
};
