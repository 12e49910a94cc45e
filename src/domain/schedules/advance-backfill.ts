import * as v from 'valibot';
import type { Clock } from '../../foundation/clock.ts';
import { ConflictError, NotFoundError, NotReadyError } from '../../foundation/errors.ts';
import { alsoLogging } from '../../foundation/log.ts';
import { type PausePorts, requireNoPause } from '../operators/pause.ts';
import type { Backfill, BackfillChanges } from './backfill.ts';
import type { Backfills, FileLists } from './backfill-ports.ts';
import { isMatch } from './count-files.ts';
import { type FirePorts, fire } from './match-files.ts';
import type { FileConfiguration, Schedules } from './ports.ts';
import { readersOf } from './reachable-buckets.ts';
import type { File, Schedule } from './schedule.ts';

export const backfillInput = v.object({ scheduleId: v.string(), backfillId: v.string() });
type BackfillRef = v.InferOutput<typeof backfillInput>;

export interface AdvancePorts extends FirePorts, PausePorts {
  readonly clock: Clock;
  readonly backfills: Backfills;
  readonly schedules: Pick<Schedules, 'find'>;
  readonly fileLists: FileLists;
  readonly fileConfiguration: Pick<FileConfiguration, 'readers'>;
}

/**
 * Most events that one call begins. With a pause of a second after each call these are about 25 a second: fewer than
 * Step Functions starts and AWS Batch accepts, so that new files need not wait behind old ones.
 */
export const mostStarted = 50;

/** Most pages of a thousand names that one call reads, and how long it may take. */
const mostPages = 100;
const longestMs = 20_000;

/** Files that are handled at the same time. */
const together = 10;

/**
 * Continues a backfill as far as one call may, and records after each page how far it is. NotReadyError while there is
 * more, PausedError while the installation is paused. A page that was handled by a process that died is handled again: its events are there, so nothing is started twice.
 */
export const advanceBackfill =
  (ports: AdvancePorts) =>
  async ({ scheduleId, backfillId }: BackfillRef): Promise<void> => {
    const until = ports.clock.now().getTime() + longestMs;
    let room = mostStarted;
    let backfill = await ports.backfills.find(scheduleId, backfillId);
    if (backfill?.status === 'RUNNING') await requireNoPause(ports);
    for (let pages = 0; pages < mostPages && room > 0 && ports.clock.now().getTime() < until; pages += 1) {
      if (backfill?.status !== 'RUNNING') return;
      const before: Backfill = backfill;
      const schedule = await ports.schedules.find(scheduleId);
      if (schedule === undefined || schedule.leaving) return ports.backfills.remove(before);
      const changes = await nextPage(ports, schedule, before, room);
      room -= (changes.started ?? before.started) - before.started;
      backfill = await recorded(ports, { schedule, seen: before }, changes);
    }
    if (backfill?.status === 'RUNNING') throw new NotReadyError(`${backfill.seen} files were looked at`);
  };

/** Another process may have gone on with it, or somebody has stopped it: the next call sees which. */
const recorded = async (
  { backfills }: AdvancePorts,
  { schedule, seen }: { readonly schedule: Schedule; readonly seen: Backfill },
  changes: BackfillChanges,
): Promise<Backfill> => {
  try {
    const { seen: files = 0, matching = 0, started = 0 } = changes;
    alsoLogging({ files, matching, started });
    return await backfills.change(seen, changes, schedule);
  } catch (error) {
    if (error instanceof ConflictError) throw new NotReadyError('the backfill was changed meanwhile', { cause: error });
    throw error;
  }
};

const nextPage = async (
  ports: AdvancePorts,
  schedule: Schedule,
  backfill: Backfill,
  room: number,
): Promise<BackfillChanges> => {
  if (schedule.status === 'SUSPENDED') return { status: 'STOPPED', statusReason: 'the schedule was suspended' };
  if (!readersOf(ports.fileConfiguration, backfill.scope)(schedule.reader))
    return { status: 'FAILED', statusReason: `the owner of the schedule may no longer read ${backfill.scope}` };
  try {
    const { files, isLast } = await ports.fileLists.page(backfill.scope, backfill);
    return await applied(ports, { schedule, backfill, files, isLast, room });
  } catch (error) {
    if (error instanceof NotFoundError) return { status: 'FAILED', statusReason: error.message };
    throw error;
  }
};

interface Page {
  readonly schedule: Schedule;
  readonly backfill: Backfill;
  readonly files: readonly File[];
  readonly isLast: boolean;
  /** how many events may still be started */
  readonly room: number;
}

/** Handles the files of a page in their order, until `room` events were started. */
const applied = async (
  ports: AdvancePorts,
  { schedule, backfill, files, isLast, room }: Page,
): Promise<BackfillChanges> => {
  let { after, seen, matching, started } = backfill;
  for (let from = 0; from < files.length && started - backfill.started < room; from += together) {
    const some = files.slice(from, from + together);
    const matches = some.filter((file) => isMatch(schedule.fileExpression, file));
    const events = await Promise.all(matches.map((file) => fire(ports, schedule, file, backfill.id)));
    after = some.at(-1)?.name ?? after;
    seen += some.length;
    matching += matches.length;
    started += events.filter(({ backfillId }) => backfillId === backfill.id).length;
  }
  const isWhole = after === (files.at(-1)?.name ?? after);
  return {
    ...(after !== undefined && { after }),
    ...{ seen, matching, started },
    ...(isLast && isWhole && { status: 'COMPLETE' as const }),
  };
};
