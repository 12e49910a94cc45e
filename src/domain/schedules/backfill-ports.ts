/** The ports of backfills. */

import type { Identity } from '../../foundation/identity.ts';
import type { Execution, SweepQueue } from '../deployments/record/ports.ts';
import type { Bound } from '../quotas/quota.ts';
import type { Backfill, BackfillChanges } from './backfill.ts';
import type { File, Schedule } from './schedule.ts';

export interface Backfills {
  find(scheduleId: string, id: string): Promise<Backfill | undefined>;
  /** All backfills of a schedule, the newest first. */
  list(scheduleId: string): Promise<readonly Backfill[]>;
  /**
   * Writes a new one, which the sweep checks from `firstCheck` on, and counts it in these quotas, all or nothing; no error when it is there already.
   * ConflictError when a quota is reached. `schedule` is what its event of the stream is about; absent: there is none.
   */
  create(backfill: Backfill, firstCheck: Date, bounds?: readonly Bound[], schedule?: Schedule): Promise<void>;
  /**
   * ConflictError unless it is RUNNING and as far as `seen` is: another process works on it, it was stopped, or it is gone.
   * A status other than RUNNING ends the checks of the sweep, and is an event of the schedule.
   */
  change(seen: Backfill, changes: BackfillChanges, schedule?: Schedule): Promise<Backfill>;
  /**
   * Ends one that is RUNNING, however far it is. Returns the status that it has then; undefined: it is gone. It is an event of `about.schedule`; undefined: that
   * is gone.
   */
  end(
    backfill: Backfill,
    status: 'STOPPED' | 'FAILED',
    statusReason: string,
    about?: { readonly schedule: Schedule | undefined; readonly by?: Identity },
  ): Promise<Backfill['status'] | undefined>;
  /** No error if already gone. */
  remove(backfill: Pick<Backfill, 'scheduleId' | 'id'>): Promise<void>;
}

export type BackfillSweepQueue = SweepQueue<Backfill>;

/** The workflow of a backfill, backfill-schedule. UnavailableError. */
export interface BackfillWorkflows {
  /** No error if already started. */
  start(backfill: Backfill): Promise<void>;
  execution(backfill: Backfill): Promise<Execution>;
}

/** Files that are already there. */
export interface FileLists {
  /**
   * The next names in the order of their bytes, at most a thousand. NotFoundError when the bucket is gone or refuses,
   * UnavailableError.
   */
  page(
    scope: string,
    from: { readonly prefix: string; readonly after?: string | undefined },
  ): Promise<{ readonly files: readonly File[]; readonly isLast: boolean }>;
}
