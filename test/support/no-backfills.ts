import type { BackfillSweepQueue, Backfills, BackfillWorkflows } from '../../src/domain/schedules/backfill-ports.ts';

const unused = (): Promise<never> => Promise.reject(new Error('there are no backfills here'));

interface NoBackfills {
  readonly backfills: Backfills;
  readonly backfillSweepQueue: BackfillSweepQueue;
  readonly backfillWorkflows: BackfillWorkflows;
}

/** For tests without backfills: there is none, and nobody may make one. */
export const noBackfills: NoBackfills = {
  backfills: {
    find: async () => undefined,
    list: async () => [],
    ...{ create: unused, change: unused, end: unused, remove: unused },
  },
  backfillSweepQueue: { due: async () => [], setNextCheck: unused },
  backfillWorkflows: { start: unused, execution: unused },
};
