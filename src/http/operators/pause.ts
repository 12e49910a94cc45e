import * as v from 'valibot';
import type { Pause, Pauses } from '../../domain/operators/pause.ts';
import type { Caller } from '../../foundation/caller.ts';
import type { Clock } from '../../foundation/clock.ts';
import { InvalidError } from '../../foundation/errors.ts';
import { identityOf } from '../../foundation/identity.ts';
import { log } from '../../foundation/log.ts';
import type { AdministratorInput } from '../pipeline/administrator.ts';
import { type Answer, entity, noContent, ok } from '../pipeline/answer.ts';
import { dryRunQuery } from '../pipeline/dry-run.ts';
import { flag, members, optional, shortText } from '../pipeline/fields.ts';
import type { BodyOf } from '../schemas/answers.ts';
import { inTurn } from './in-turn.ts';
import { requireAsSeen } from './require-as-seen.ts';

/**
 * GET /pause: an extension (docs/decisions/0096). Everybody who signs in may know why requests are refused; who decided it, only
 * administrators.
 */
export const pauseState =
  ({ pauses }: { readonly pauses: Pick<Pauses, 'current'> }) =>
  async ({ caller }: { readonly caller: Caller }): Promise<Answer> =>
    stateFor(caller, await pauses.current());

const stateFor = ({ isAdministrator }: Caller, pause: Pause | undefined): Answer => {
  const body: BodyOf<'PauseState'> = {
    paused: pause !== undefined,
    ...(pause && { since: pause.since, reason: pause.reason }),
    ...(pause && isAdministrator && { by: identityOf(pause.by) }),
  };
  return entity(body);
};

/** The body of PUT /pause. */
export const pausing = () => members({ paused: flag, reason: optional(shortText(500)) });

export const pausingQuery = v.object(dryRunQuery);

type Input = Pick<
  AdministratorInput<typeof pausingQuery, ReturnType<typeof pausing>>,
  'caller' | 'headers' | 'query' | 'body'
>;

interface Ports {
  readonly clock: Clock;
  readonly pauses: Pauses;
}

/**
 * PUT /pause: an extension. What runs goes on; nothing new begins until the pause is over. Its preconditions are about the pause, also where
 * another administrator switches it meanwhile. Whoever pauses it a second time changes the reason, and not since when it is. With `dryRun=true`
 * it shows the switch before and after.
 */
export const pause =
  (ports: Ports) =>
  async (input: Input): Promise<Answer> => {
    const { paused: next, reason } = input.body;
    if (next && reason === undefined)
      throw new InvalidError('reason is missing: say why the installation is paused, since everybody is told');
    return inTurn('the pause', () => switched(ports, input));
  };

/** undefined: another administrator has switched it since it was read. */
const switched = async (
  { clock, pauses }: Ports,
  { caller, headers, query, body }: Input,
): Promise<Answer | undefined> => {
  const before = await pauses.current();
  await requireAsSeen(headers, () => stateFor(caller, before));
  const { paused: next, reason } = body;
  if (query.dryRun) return ok({ paused: before !== undefined, nextPaused: next });
  const by = identityOf(caller);
  const since = before?.since ?? clock.now().toISOString();
  const after = next && reason !== undefined ? { since, by, reason } : undefined;
  const said = next ? 'the installation is paused' : 'the pause of the installation is over';
  const message = `${said}${next && reason !== undefined ? `: ${reason}` : ''}`;
  if (!(await pauses.replace(before, after, { kind: next ? 'PAUSED' : 'RESUMED', message, by }))) return undefined;
  log('INFO', said, { by, reason });
  return noContent;
};
