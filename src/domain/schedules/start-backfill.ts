import type { Clock, Ids } from '../../foundation/clock.ts';
import { ConflictError, InvalidError } from '../../foundation/errors.ts';
import type { Identity } from '../../foundation/identity.ts';
import { log } from '../../foundation/log.ts';
import { sanitisedForLog } from '../../foundation/sanitised-error.ts';
import type { Scope } from '../../foundation/scope.ts';
import type { Deployments } from '../deployments/record/ports.ts';
import { backfillBounds, backfillsReached, type Quotas, reachedOf } from '../quotas/quota.ts';
import type { Backfill } from './backfill.ts';
import type { Backfills, BackfillWorkflows } from './backfill-ports.ts';
import { requireStaying } from './find-schedule.ts';
import type { FileConfiguration } from './ports.ts';
import { mayMatch, readersOf } from './reachable-buckets.ts';
import type { Schedule } from './schedule.ts';

/** Most backfills of one schedule at the same time. */
const mostRunning = 5;

/** The process that starts the workflow may not be done before this time. */
const firstCheckMs = 60_000;

export interface StartBackfillPorts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly backfills: Pick<Backfills, 'list' | 'create'>;
  readonly backfillWorkflows: Pick<BackfillWorkflows, 'start'>;
  readonly fileConfiguration: Pick<FileConfiguration, 'buckets' | 'readers'>;
  readonly deployments: Pick<Deployments, 'usedBy'>;
  /** absent: none is set */
  readonly quotas?: Quotas | undefined;
}

export interface BackfillRequest {
  /** absent: the only bucket whose files can match */
  readonly scope?: string | undefined;
  readonly prefix: string;
  /** names up to this one are left out */
  readonly after?: string | undefined;
  /** absent: a new one */
  readonly id?: string | undefined;
}

/**
 * Applies a schedule to the files that are already there. It is accepted once it is recorded: if its workflow cannot be
 * started now, the sweep starts it. InvalidError, ConflictError, also when a quota is reached.
 */
export const startBackfill = async (
  ports: StartBackfillPorts,
  schedule: Schedule,
  { scope, prefix, after, id = ports.ids.next() }: BackfillRequest,
  { issuer, subject }: Identity,
): Promise<Backfill> => {
  requireStaying(schedule);
  if (schedule.status === 'SUSPENDED')
    throw new ConflictError('the schedule is suspended: set its status to RUNNING, then start the backfill');
  await requireRoom(ports, schedule);
  const now = ports.clock.now();
  const backfill: Backfill = {
    id,
    scheduleId: schedule.id,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    createdBy: { issuer, subject },
    scope: scopeFor(ports.fileConfiguration, schedule, scope),
    prefix,
    ...(after !== undefined && { after }),
    status: 'RUNNING',
    ...{ seen: 0, matching: 0, started: 0 },
  };
  await ports.backfills.create(
    backfill,
    new Date(now.getTime() + firstCheckMs),
    backfillBounds(ports.quotas, schedule),
    schedule,
  );
  await ports.backfillWorkflows.start(backfill).catch((error: unknown) => {
    log('WARN', 'backfill not started', { backfillId: id, error: sanitisedForLog(error) });
  });
  return backfill;
};

/** For a dry run: ConflictError where a quota of backfills is reached now. */
export const requireBackfillQuota = async (
  { deployments, quotas }: Pick<StartBackfillPorts, 'deployments' | 'quotas'>,
  schedule: Schedule,
): Promise<void> => {
  const usedIn = async (scope: Scope) => (await deployments.usedBy(scope)).backfillsToday;
  const reached = await reachedOf(usedIn, backfillBounds(quotas, schedule));
  if (reached) throw backfillsReached(reached.bound, reached.used);
};

const requireRoom = async ({ backfills }: StartBackfillPorts, { id }: Schedule): Promise<void> => {
  const running = (await backfills.list(id)).filter(({ status }) => status === 'RUNNING').length;
  if (running >= mostRunning)
    throw new ConflictError(`${running} backfills of the schedule are running, and at most ${mostRunning} may`);
};

/** The bucket that is asked for, or the only one that the schedule can be about. */
export const scopeFor = (
  files: StartBackfillPorts['fileConfiguration'],
  { fileExpression, reader }: Schedule,
  scope: string | undefined,
): string => {
  const open = files.buckets.filter((bucket) => readersOf(files, bucket)(reader));
  const possible = open.filter((bucket) => mayMatch(fileExpression, bucket));
  const named = possible.filter((bucket) => scope === undefined || bucket === scope);
  const [only, ...others] = named;
  if (only !== undefined && others.length === 0) return only;
  const choices = possible.map((bucket) => JSON.stringify(bucket)).join(', ') || 'none';
  if (scope === undefined)
    throw new InvalidError(
      `scope is missing: say which of the buckets that the schedule can match is meant: ${choices}`,
    );
  throw new InvalidError(
    `scope ${JSON.stringify(scope.slice(0, 80))} is no bucket whose files the schedule can match; these are: ${choices}`,
  );
};
