/** The routes under /schedules/{schedule_id}/backfills, an extension (docs/decisions/0048). */

import * as v from 'valibot';
import { type PausePorts, requireNoPause } from '../../domain/operators/pause.ts';
import type { Backfill } from '../../domain/schedules/backfill.ts';
import type { Backfills } from '../../domain/schedules/backfill-ports.ts';
import { type CountPorts, countFiles } from '../../domain/schedules/count-files.ts';
import type { Schedule } from '../../domain/schedules/schedule.ts';
import {
  requireBackfillQuota,
  type StartBackfillPorts,
  scopeFor,
  startBackfill,
} from '../../domain/schedules/start-backfill.ts';
import type { Caller } from '../../foundation/caller.ts';
import { cutPage } from '../../foundation/cut-page.ts';
import { ConflictError, NotFoundError } from '../../foundation/errors.ts';
import { identityOf } from '../../foundation/identity.ts';
import { dateTime } from '../deployments/views.ts';
import { type Answer, created, entity, noContent, ok, tagOf } from '../pipeline/answer.ts';
import { dryRunQuery } from '../pipeline/dry-run.ts';
import { members, optional, shortText } from '../pipeline/fields.ts';
import type { Recover } from '../pipeline/idempotent.ts';
import type { Links } from '../pipeline/links.ts';
import { pageQuery, pageRequest, pageView } from '../pipeline/page.ts';
import { requireNothingThere, requirePreconditions } from '../pipeline/preconditions.ts';
import type { Request } from '../pipeline/request.ts';
import type { BodyOf } from '../schemas/answers.ts';
import { scheduleLink } from './schedule-views.ts';

export const backfillQuery = v.object(dryRunQuery);

/** No longer than the longest key that S3 accepts, which counts bytes. */
const name = v.pipe(
  shortText(1024),
  v.check(
    (text) => Buffer.byteLength(text) <= 1024,
    'must have at most 1024 bytes in UTF-8, as the name of a file has',
  ),
);

/** It has to be said, so that nobody deploys all files of a bucket by leaving it out. */
const prefixText = v.pipe(
  v.string('must be a text: names of files begin with it, and the empty text means all files'),
  name,
  v.metadata({ type: 'string', maxLength: 1024 }),
);

export const backfillRequest = () =>
  members({ scope: optional(shortText(255)), prefix: prefixText, after: optional(name) });

export const backfillCreation = { query: backfillQuery, body: backfillRequest };

const stopRule = 'must be STOPPED: start another backfill to go on';

export const backfillChange = () => v.strictObject({ status: v.picklist(['STOPPED'], stopRule) });

export const backfillListQuery = v.object(pageQuery);

const backfillLink = (links: Links, { scheduleId, id }: Pick<Backfill, 'scheduleId' | 'id'>): string =>
  `${scheduleLink(links, scheduleId)}/backfills/${id}`;

export const backfillView = (links: Links, backfill: Backfill): BodyOf<'Backfill'> => ({
  uuid: backfill.id,
  creationTime: dateTime(backfill.createdAt),
  updateTime: dateTime(backfill.updatedAt),
  status: backfill.status,
  ...(backfill.statusReason !== undefined && { statusReason: backfill.statusReason }),
  scope: backfill.scope,
  prefix: backfill.prefix,
  progress: {
    files: backfill.seen,
    matching: backfill.matching,
    started: backfill.started,
    ...(backfill.after !== undefined && { lastName: backfill.after }),
  },
  links: [{ rel: 'self', href: backfillLink(links, backfill) }],
});

const backfillEntity = (links: Links, backfill: Backfill): Answer =>
  entity(backfillView(links, backfill), backfill.updatedAt);

interface Input<Query = unknown, Body = unknown> {
  readonly schedule: Schedule;
  readonly caller: Caller;
  readonly query: Query;
  readonly body: Body;
  readonly path: Request['path'];
  readonly headers: Request['headers'];
  readonly links: Links;
  /** what the request makes, with an Idempotency-Key */
  readonly ids?: { readonly operationId: string } | undefined;
}
type CreationPorts = StartBackfillPorts & CountPorts & PausePorts & { readonly backfills: Pick<Backfills, 'find'> };
type Dry = v.InferOutput<typeof backfillQuery>;

/** POST. With `dryRun=true` the files are counted, as far as one request can; the next one goes on `after` the last name. */
export const postBackfill =
  (ports: CreationPorts) =>
  async ({
    schedule,
    caller,
    query,
    body,
    headers,
    links,
    ids,
  }: Input<Dry, v.InferOutput<ReturnType<typeof backfillRequest>>>): Promise<Answer> => {
    const { scope, prefix, after } = body;
    requireNothingThere(headers);
    if (query.dryRun) {
      await requireBackfillQuota(ports, schedule);
      const files = { scope: scopeFor(ports.fileConfiguration, schedule, scope), prefix, after };
      return ok(await countFiles(ports, schedule, files));
    }
    await requireNoPause(ports);
    const request = { scope, prefix, after, id: ids?.operationId };
    const backfill = await startBackfill(ports, schedule, request, caller);
    return created(backfillEntity(links, backfill), backfillLink(links, backfill));
  };

/** The answer for what an earlier request with the key has made. */
export const recoverBackfill =
  ({ backfills }: CreationPorts, links: Links): Recover =>
  async ({ schedule_id: scheduleId = '' }, { operationId }) => {
    const found = await backfills.find(scheduleId, operationId);
    return found && created(backfillEntity(links, found), backfillLink(links, found));
  };

const findBackfill = async (
  { backfills }: { readonly backfills: Pick<Backfills, 'find'> },
  { schedule, path }: Pick<Input, 'schedule' | 'path'>,
): Promise<Backfill> => {
  const id = path['backfill_id'] ?? '';
  const found = id.length > 40 ? undefined : await backfills.find(schedule.id, id);
  if (found !== undefined) return found;
  throw new NotFoundError(
    `the schedule has no backfill ${JSON.stringify(id.slice(0, 40))}; GET /schedules/${schedule.id}/backfills lists them`,
  );
};

/** GET of one: its progress. */
export const getBackfill =
  (ports: { readonly backfills: Pick<Backfills, 'find'> }) =>
  async (input: Input): Promise<Answer> =>
    backfillEntity(input.links, await findBackfill(ports, input));

/** PATCH. A backfill that is stopped begins no further events; those that were started go on. */
export const changeBackfill =
  (ports: { readonly backfills: Pick<Backfills, 'find' | 'end'> }) =>
  async (input: Input<Dry, v.InferOutput<ReturnType<typeof backfillChange>>>): Promise<Answer> => {
    const backfill = await findBackfill(ports, input);
    requirePreconditions(input.headers, tagOf(backfillEntity(input.links, backfill)) ?? '');
    const { id: uuid, status } = backfill;
    if (status !== 'RUNNING') requireStopped(status);
    if (input.query.dryRun) return ok({ uuid, status, nextStatus: 'STOPPED' });
    // it may have ended since it was read
    const about = { schedule: input.schedule, by: identityOf(input.caller) };
    requireStopped(await ports.backfills.end(backfill, 'STOPPED', 'it was stopped by a request', about));
    return noContent;
  };

const requireStopped = (status: Backfill['status'] | undefined): void => {
  if (status !== 'STOPPED')
    throw new ConflictError(`the backfill is ${status ?? 'gone'}: only a RUNNING one can be stopped`);
};

/** GET of all: a schedule has few, so they are sorted here. */
export const listBackfills =
  ({ backfills }: { readonly backfills: Pick<Backfills, 'list'> }) =>
  async ({ schedule, query, links }: Input<v.InferOutput<typeof backfillListQuery>>): Promise<Answer> => {
    const request = pageRequest(query);
    const placeOf = (one: Backfill): string => `${one[request.sort]} ${one.id}`;
    const page = cutPage(await backfills.list(schedule.id), placeOf, request);
    const address = `${scheduleLink(links, schedule.id)}/backfills`;
    return ok(pageView(address, {}, request, page, (one) => backfillView(links, one)));
  };
