import * as v from 'valibot';
import type { DeadLetters } from '../../domain/operators/dead-letters.ts';
import { InvalidError, NotFoundError } from '../../foundation/errors.ts';
import { identityOf } from '../../foundation/identity.ts';
import { log } from '../../foundation/log.ts';
import type { AdministratorInput } from '../pipeline/administrator.ts';
import { type Answer, entity, ok } from '../pipeline/answer.ts';
import { dryRunQuery } from '../pipeline/dry-run.ts';
import { members, optional, shortText } from '../pipeline/fields.ts';
import type { BodyOf } from '../schemas/answers.ts';
import { requireAsSeen } from './require-as-seen.ts';

interface ListPorts {
  readonly deadLetters: Pick<DeadLetters, 'list'>;
}

/** GET /dead-letters: an extension (docs/decisions/0096). What the service could not handle, as often as it tried; for administrators. */
export const letterList =
  ({ deadLetters }: ListPorts) =>
  async (): Promise<Answer> => {
    const { waiting, letters } = await deadLetters.list();
    const shown = letters.toSorted((one, other) => `${one.at}${one.id}`.localeCompare(`${other.at}${other.id}`));
    const body: BodyOf<'DeadLetterList'> = {
      waiting,
      letters: shown.map(({ id, queue, at, what, why }) => ({
        ...{ id, queue, what },
        ...(at !== undefined && { at }),
        ...(why !== undefined && { why }),
      })),
    };
    return entity(body);
  };

/** The body of POST /dead-letters. */
export const letterChange = () =>
  members({
    action: v.picklist(['redrive', 'drop'], 'must be redrive or drop'),
    id: optional(shortText(200)),
  });

export const letterQuery = v.object(dryRunQuery);

type Input = Pick<
  AdministratorInput<typeof letterQuery, ReturnType<typeof letterChange>>,
  'caller' | 'headers' | 'query' | 'body'
>;

interface Ports {
  readonly deadLetters: DeadLetters;
}

/**
 * POST /dead-letters: an extension. Redrives one letter, or as many as one request can, or drops one. Its preconditions are about the
 * list. With `dryRun=true` nothing changes.
 */
export const changeLetters =
  (ports: Ports) =>
  async ({ caller, headers, query, body }: Input): Promise<Answer> => {
    const { deadLetters } = ports;
    const { action, id } = body;
    if (action === 'drop' && id === undefined)
      throw new InvalidError('id is missing: what is dropped is gone for good, so each letter is dropped by itself');
    await requireAsSeen(headers, letterList(ports));
    if (query.dryRun) return ok(await handledIn(ports, id));
    const by = identityOf(caller);
    if (action === 'redrive' && id === undefined) {
      const done = await deadLetters.redriveAll();
      log('INFO', 'dead letters were redriven', { by, ...done });
      return ok(done);
    }
    // counted before: once the letter is gone nothing may fail, since a repeat would not find it
    const before = totalOf(await deadLetters.waiting());
    const isThere = await deadLetters[action](id ?? '');
    if (!isThere) throw noSuch(id);
    log('INFO', action === 'drop' ? 'a dead letter was dropped' : 'a dead letter was redriven', { by, letter: id });
    return ok({ handled: 1, left: Math.max(0, before - 1) });
  };

const noSuch = (id = ''): NotFoundError =>
  new NotFoundError(
    `there is no dead letter ${id}, or another request has just taken it: GET /dead-letters lists those that are left`,
  );

const totalOf = ({ files, events }: { readonly files: number; readonly events: number }): number => files + events;

/** What a real request would handle. */
const handledIn = async ({ deadLetters }: Pick<Ports, 'deadLetters'>, id: string | undefined) => {
  if (id !== undefined && !(await deadLetters.has(id))) throw noSuch(id);
  const total = totalOf(await deadLetters.waiting());
  const handled = id === undefined ? total : 1;
  return { handled, left: Math.max(0, total - handled) };
};
