import * as v from 'valibot';
import type { MoveBounds } from '../../domain/moving/move-bounds.ts';
import type { MoveStates } from '../../domain/moving/move-states.ts';
import type { Caller } from '../../foundation/caller.ts';
import type { Clock } from '../../foundation/clock.ts';
import { identityOf } from '../../foundation/identity.ts';
import { log } from '../../foundation/log.ts';
import { type Answer, entity, noContent, ok, tagOf } from '../pipeline/answer.ts';
import { dryRunQuery } from '../pipeline/dry-run.ts';
import { flag, members, optional, shortText } from '../pipeline/fields.ts';
import { requirePreconditions } from '../pipeline/preconditions.ts';
import type { Request } from '../pipeline/request.ts';
import type { BodyOf } from '../schemas/answers.ts';

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

interface Input {
  readonly caller: Caller;
  readonly headers: Request['headers'];
  readonly query: v.InferOutput<typeof movesStoppedQuery>;
  readonly body: v.InferOutput<ReturnType<typeof movesStopped>>;
}

interface Ports extends ListPorts {
  readonly clock: Clock;
  readonly moveStates: MoveStates;
}

/**
 * PUT /moves/stopped: an extension. Moves that are in progress go on; no other is accepted. Its preconditions are about the list of moves.
 * With `dryRun=true` it shows the switch before and after.
 */
export const stopMoves =
  (ports: Ports) =>
  async ({ caller, headers, query, body }: Input): Promise<Answer> => {
    const { clock, moveStates } = ports;
    if (headers['if-match'] !== undefined || headers['if-none-match'] !== undefined)
      requirePreconditions(headers, tagOf(await moveList(ports)()) ?? '');
    const { stopped: next, reason } = body;
    if (query.dryRun) return ok({ stopped: (await moveStates.stopped()) !== undefined, nextStopped: next });
    const by = identityOf(caller);
    if (next) await moveStates.stop({ since: clock.now().toISOString(), by, ...(reason !== undefined && { reason }) });
    else await moveStates.resume();
    log('INFO', next ? 'all moves are stopped' : 'moves are allowed again', { by, reason });
    return noContent;
  };
