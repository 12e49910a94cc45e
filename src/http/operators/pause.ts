import * as v from 'valibot';
import type { Pauses } from '../../domain/operators/pause.ts';
import type { Caller } from '../../foundation/caller.ts';
import type { Clock } from '../../foundation/clock.ts';
import { InvalidError } from '../../foundation/errors.ts';
import { identityOf } from '../../foundation/identity.ts';
import { log } from '../../foundation/log.ts';
import { type Answer, entity, noContent, ok, tagOf } from '../pipeline/answer.ts';
import { dryRunQuery } from '../pipeline/dry-run.ts';
import { flag, members, optional, shortText } from '../pipeline/fields.ts';
import { requirePreconditions } from '../pipeline/preconditions.ts';
import type { Request } from '../pipeline/request.ts';
import type { BodyOf } from '../schemas/answers.ts';

/**
 * GET /pause: an extension (docs/decisions/0096). Everybody who signs in may know why requests are refused; who decided it, only
 * administrators.
 */
export const pauseState =
  ({ pauses }: { readonly pauses: Pick<Pauses, 'current'> }) =>
  async ({ caller }: { readonly caller: Caller }): Promise<Answer> => {
    const pause = await pauses.current();
    const body: BodyOf<'PauseState'> = {
      paused: pause !== undefined,
      ...(pause && { since: pause.since, reason: pause.reason }),
      ...(pause && caller.isAdministrator && { by: identityOf(pause.by) }),
    };
    return entity(body);
  };

/** The body of PUT /pause. */
export const pausing = () => members({ paused: flag, reason: optional(shortText(500)) });

export const pausingQuery = v.object(dryRunQuery);

interface Input {
  readonly caller: Caller;
  readonly headers: Request['headers'];
  readonly query: v.InferOutput<typeof pausingQuery>;
  readonly body: v.InferOutput<ReturnType<typeof pausing>>;
}

interface Ports {
  readonly clock: Clock;
  readonly pauses: Pauses;
}

/**
 * PUT /pause: an extension. What runs goes on; nothing new begins until the pause is over. Its preconditions are about the pause. Whoever
 * pauses it a second time changes the reason, and not since when it is. With `dryRun=true` it shows the switch before and after.
 */
export const pause =
  (ports: Ports) =>
  async ({ caller, headers, query, body }: Input): Promise<Answer> => {
    const { clock, pauses } = ports;
    const { paused: next, reason } = body;
    if (next && reason === undefined)
      throw new InvalidError('reason is missing: say why the installation is paused, since everybody is told');
    if (headers['if-match'] !== undefined || headers['if-none-match'] !== undefined)
      requirePreconditions(headers, tagOf(await pauseState(ports)({ caller })) ?? '');
    const before = await pauses.current();
    if (query.dryRun) return ok({ paused: before !== undefined, nextPaused: next });
    const by = identityOf(caller);
    const since = before?.since ?? clock.now().toISOString();
    if (next && reason !== undefined) await pauses.begin({ since, by, reason });
    else await pauses.end();
    log('INFO', next ? 'the installation is paused' : 'the pause of the installation is over', { by, reason });
    return noContent;
  };
