/** A deployment whose provider is gone is made anew at the next one: docs/decisions/0089. */

import { ConflictError, InvalidError } from '../../../foundation/errors.ts';
import type { Identity } from '../../../foundation/identity.ts';
import type { Checks } from '../../drift/check.ts';
import { claimSlot } from '../../moving/claim-slot.ts';
import { dataHolders } from '../../moving/lost-data.ts';
import type { MoveBounds } from '../../moving/move-bounds.ts';
import type { MoveStates } from '../../moving/move-states.ts';
import { believedMins, outageOf } from '../../moving/provider-outage.ts';
import { elapsed } from '../record/deadlines.ts';
import type { Deployment } from '../record/deployment.ts';
import { hasFailedUpdate } from '../record/failed-update.ts';
import { advance } from '../record/lifecycle.ts';
import type { FormerPlace, Moves } from '../record/moves.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { requireRoom } from '../record/record-room.ts';
import { useInForce } from '../record/use-in-force.ts';
import { copyTemplate } from './copy-template.ts';
import { supersede } from './supersede.ts';
import { operationOf } from './update.ts';
import { withUpdate } from './with-update.ts';

export interface MoveRequest {
  readonly message?: string;
  /** nobody has asked; absent: somebody has */
  readonly byItself?: Moves['byItself'];
  readonly operationId?: string;
  readonly requestedBy?: Identity;
  /** any change since the deployment was read is a PreconditionFailedError */
  readonly onlyIfUnchanged?: boolean;
}

export type MovePorts = Pick<
  LifecyclePorts,
  'clock' | 'ids' | 'deployments' | 'attempts' | 'resources' | 'files' | 'workflows'
> & {
  readonly driftChecks: Pick<Checks, 'find'>;
  readonly moveStates: MoveStates;
  readonly moving: MoveBounds;
};

/**
 * Accepts a move, and starts its workflow, which is that of a creation: what stands stays in force until all is made elsewhere. The
 * template and its inputs stay, and no version comes. Errors as those of `placeToMoveFrom`; ConflictError when as many move as are allowed.
 */
export const moveDeployment = async (ports: MovePorts, deployment: Deployment, request: MoveRequest): Promise<void> => {
  const from = await placeToMoveFrom(ports, deployment);
  const { operationId = ports.ids.next(), onlyIfUnchanged, byItself } = request;
  const moves = { from, ...(byItself && { byItself }) };
  const next = (current: Deployment): Deployment => acceptedBy(ports, current, { ...request, operationId, moves });
  requireRoom(next(deployment));
  await copyTemplate(ports, deployment, operationId);
  await claimSlot(ports, { deploymentId: deployment.id, operationId });
  const { next: accepted } = await supersede(ports, deployment, next, onlyIfUnchanged);
  await ports.workflows.startOperation(accepted);
};

/**
 * What the deployment would move away from. ConflictError where the operators do not allow moves, in a status that allows none, and
 * where the last check does not say that the provider gives no answer; InvalidError where data would be lost.
 */
export const placeToMoveFrom = async (
  ports: Pick<MovePorts, 'clock' | 'attempts' | 'resources' | 'files' | 'driftChecks' | 'moveStates' | 'moving'>,
  deployment: Deployment,
): Promise<FormerPlace> => {
  await requireAllowedMoves(ports);
  requireMovable(deployment);
  await requireOutage(ports, deployment);
  const { id, providerId, provider, infrastructureId, uses } = deployment;
  const holders = dataHolders(await ports.resources.all(id));
  if (holders.length > 0)
    throw new InvalidError(`a move would lose the data of ${holders.join(', ')}: it waits until its provider answers`);
  const attempts = (await ports.attempts.list(id)).filter(({ state }) => state !== 'DESTROYED');
  const made = attempts.find((one) => one.infrastructureId === infrastructureId);
  if (made === undefined || providerId === undefined || infrastructureId === undefined)
    throw new ConflictError('the deployment has no infrastructure that it could leave');
  if (made.claims)
    throw new ConflictError('it was adopted, so a move would destroy what others may use: delete it instead');
  // what an operation that failed has left may be counted of it too, and is not what stands there
  const counted = uses && ((await useInForce(ports, deployment)) ?? uses.amounts);
  return {
    ...{ providerId, infrastructureId, attempt: made.number },
    ...(provider && { provider }),
    ...(counted && { uses: counted }),
  };
};

const requireAllowedMoves = async ({ moveStates, moving }: Pick<MovePorts, 'moveStates' | 'moving'>): Promise<void> => {
  if (moving.atOnce === 0)
    throw new ConflictError('the operators of this installation allow no moves (`move` in the configuration)');
  const stopped = await moveStates.stopped();
  if (stopped === undefined) return;
  const why = stopped.reason === undefined ? '' : `: ${stopped.reason}`;
  throw new ConflictError(`an administrator has stopped all moves${why}`);
};

/** By the record alone. */
const requireMovable = (deployment: Deployment): void => {
  const { status, remains } = deployment;
  advance(status, 'update');
  if (hasFailedUpdate(deployment))
    throw new ConflictError(
      'the last update failed, so nobody can say what a move would make: go back to an earlier version when the provider answers',
    );
  if (deployment.protected)
    throw new ConflictError(
      'the deployment is protected, and a move destroys what stands: take the protection off first (PUT /deployments/{id}/protection)',
    );
  if (remains)
    throw new ConflictError(
      `what an earlier move has left at provider ${remains.providerId} is not destroyed yet: it moves again after that`,
    );
};

const requireOutage = async (
  { clock, driftChecks }: Pick<MovePorts, 'clock' | 'driftChecks'>,
  deployment: Deployment,
): Promise<void> => {
  const { id, providerId } = deployment;
  const outage = outageOf((await driftChecks.find(id))?.outage, deployment);
  const look = 'POST /deployments/{deployment_id}/checks looks whether it does';
  if (outage === undefined)
    throw new ConflictError(`the last check does not say that provider ${providerId} gives no answer: ${look}`);
  if (elapsed(outage.seenAt, clock.now(), { minutes: believedMins }))
    throw new ConflictError(
      `provider ${providerId} gave no answer at ${outage.seenAt}, which is too long ago: ${look}`,
    );
};

interface Accepting extends MoveRequest {
  readonly operationId: string;
  readonly moves: Moves;
}

const acceptedBy = (
  { clock }: Pick<MovePorts, 'clock'>,
  deployment: Deployment,
  { operationId: id, moves, ...request }: Accepting,
): Deployment => {
  requireMovable(deployment);
  const now = clock.now().toISOString();
  const operation = operationOf({ id, kind: 'UPDATE', acceptedAt: now }, { ...request, limits: deployment.limits });
  return withUpdate(deployment, { ...operation, moves });
};
