import { ConflictError, UnavailableError } from '../../foundation/errors.ts';
import { inProgress } from '../deployments/record/lifecycle.ts';
import type { LifecyclePorts } from '../deployments/record/ports.ts';
import type { MoveBounds } from './move-bounds.ts';
import type { MoveSlot, MoveStates } from './move-states.ts';

export interface ClaimPorts extends Pick<LifecyclePorts, 'clock' | 'deployments'> {
  readonly moveStates: Pick<MoveStates, 'inProgress' | 'replace'>;
  readonly moving: MoveBounds;
}

/** How long a slot counts whose operation is not there yet, or waits: the process that took it may be about to accept or to approve the move. */
const acceptingMs = 10 * 60_000;

/** How often others may take one in between. */
const mostTries = 10;

/**
 * Takes one of the places that moves in progress share. Nobody gives it back: it counts while the operation runs, and not while that waits for an
 * approval, so a process that dies leaves none taken. ConflictError when all are taken.
 */
export const claimSlot = async (
  ports: ClaimPorts,
  move: Pick<MoveSlot, 'deploymentId' | 'operationId'>,
  tries = 1,
): Promise<void> => {
  const { clock, moveStates, moving } = ports;
  const { version, moves } = await moveStates.inProgress();
  const others = moves.filter(({ deploymentId }) => deploymentId !== move.deploymentId);
  const checked = await Promise.all(others.map(async (slot) => ({ slot, counts: await isTaken(ports, slot) })));
  const taken = checked.flatMap(({ slot, counts }) => (counts ? [slot] : []));
  if (taken.length >= moving.atOnce)
    throw new ConflictError(
      `${taken.length} moves are in progress, and at most ${moving.atOnce} are allowed at a time: try it later`,
    );
  if (await moveStates.replace(version, [...taken, { ...move, at: clock.now().toISOString() }])) return;
  if (tries >= mostTries) throw new UnavailableError('too many moves begin at once');
  await claimSlot(ports, move, tries + 1);
};

const isTaken = async (
  { clock, deployments }: ClaimPorts,
  { deploymentId, operationId, at }: MoveSlot,
): Promise<boolean> => {
  const found = await deployments.find(deploymentId);
  const isOwn = found?.operation.id === operationId;
  if (isOwn && found.operation.approval?.state !== 'waiting') return inProgress(found.status);
  return found !== undefined && clock.now().getTime() - Date.parse(at) < acceptingMs;
};
