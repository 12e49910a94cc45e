import * as v from 'valibot';
import type { MoveBounds } from '../../domain/moving/move-bounds.ts';
import type { MoveStates } from '../../domain/moving/move-states.ts';
import type { Clock } from '../../foundation/clock.ts';
import { identityOf } from '../../foundation/identity.ts';
import { log } from '../../foundation/log.ts';
import type { AdministratorInput } from '../pipeline/administrator.ts';
import { type Answer, entity, noContent, ok } from '../pipeline/answer.ts';
import { dryRunQuery } from '../pipeline/dry-run.ts';
import { flag, members, optional, shortText } from '../pipeline/fields.ts';
import type { BodyOf } from '../schemas/answers.ts';
import { inTurn } from './in-turn.ts';
import { requireAsSeen } from './require-as-seen.ts';

interface ListPorts {
  readonly moveStates: Pick<MoveStates, 'inProgress' | 'stopped'>;
  readonly moving: MoveBounds;
}

/** GET /moves: an extension (docs/decisions/0089). The latest moves, what the operators allow, and whether all are stopped. */
export const moveList =
  ({ moveStates, moving }: ListPorts) =>
  async (): Promise<Answer> => {
    const [{ moves }, stopped] = await Promise.all([moveStates.inProgress(), moveStates.stopped()]);
    const body: BodyOf<'MoveList'> = {
      ...(moving.atOnce > 0 && { allowed: { afterMins: moving.afterMins, atOnce: moving.atOnce } }),
      ...(stopped && {
        stopped: {
          ...{ since: stopped.since, by: identityOf(stopped.by) },
          ...(stopped.reason !== undefined && { reason: stopped.reason }),
        },
      }),
      moves: moves.map(({ deploymentId, operationId, at }) => ({
        ...{ deployment: deploymentId, operation: operationId, acceptedAt: at },
      })),
    };
    return entity(body);
  };

/** The body of PUT /moves/stopped. */
export const movesStopped = () => members({ stopped: flag, reason: optional(shortText(500)) });

export const movesStoppedQuery = v.object(dryRunQuery);

type Input = Pick<
  AdministratorInput<typeof movesStoppedQuery, ReturnType<typeof movesStopped>>,
  'caller' | 'headers' | 'query' | 'body'
>;

interface Ports extends ListPorts {
  readonly clock: Clock;
  readonly moveStates: MoveStates;
}

/**
 * PUT /moves/stopped: an extension. Moves that are in progress go on; no other is accepted. Its preconditions are about the list of moves.
 * With `dryRun=true` it shows the switch before and after.
 */
export const stopMoves = (ports: Ports) => (input: Input) => inTurn('moves', () => switched(ports, input));

/** undefined: another administrator has switched it since it was read. */
const switched = async (ports: Ports, { caller, headers, query, body }: Input): Promise<Answer | undefined> => {
  const { clock, moveStates } = ports;
  const before = await moveStates.stopped();
  await requireAsSeen(headers, moveList(ports));
  const { stopped: next, reason } = body;
  if (query.dryRun) return ok({ stopped: before !== undefined, nextStopped: next });
  const by = identityOf(caller);
  const after = { since: clock.now().toISOString(), by, ...(reason !== undefined && { reason }) };
  const said = next ? 'all moves are stopped' : 'moves are allowed again';
  const message = `${said}${next && reason !== undefined ? `: ${reason}` : ''}`;
  const switched = { kind: next ? 'MOVES_STOPPED' : 'MOVES_ALLOWED', message, by } as const;
  if (!(await moveStates.replaceStopped(before, next ? after : undefined, switched))) return undefined;
  log('INFO', said, { by, reason });
  return noContent;
};
