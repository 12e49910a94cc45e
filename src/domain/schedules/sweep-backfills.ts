import { errorOf, mayResume, oneMore, wasStarted } from '../deployments/accepting/resume.ts';
import type { Settled } from '../deployments/finishing/settle-operation.ts';
import { type SweepCheckPorts, sweep } from '../deployments/finishing/sweep.ts';
import { checkMins } from '../deployments/record/deadlines.ts';
import type { Execution } from '../deployments/record/ports.ts';
import { type Backfill, idsOfBackfill } from './backfill.ts';
import type { BackfillSweepQueue, Backfills, BackfillWorkflows } from './backfill-ports.ts';
import type { Schedules } from './ports.ts';

export type SweepBackfillPorts = SweepCheckPorts & {
  readonly backfills: Pick<Backfills, 'find' | 'change' | 'end'>;
  readonly backfillSweepQueue: BackfillSweepQueue;
  readonly backfillWorkflows: BackfillWorkflows;
  readonly schedules: Pick<Schedules, 'find'>;
  /** how often a workflow is resumed after interruptions */
  readonly resumptions: number;
};

/** Starts another execution for each backfill whose workflow has died, or ends the backfill after too many. */
export const sweepBackfills = (ports: SweepBackfillPorts) => (): Promise<void> =>
  sweep(ports, {
    sweepQueue: ports.backfillSweepQueue,
    everyMins: checkMins,
    idsOf: idsOfBackfill,
    isOpen: ({ status }) => status === 'RUNNING',
    execution: (backfill) => ports.backfillWorkflows.execution(backfill),
    settle: (backfill, execution) => settle(ports, backfill, execution),
  });

/** The interruption is recorded first, so that a repeat starts the same execution. */
const settle = async (ports: SweepBackfillPorts, seen: Backfill, execution: Execution): Promise<Settled> => {
  const { backfills, backfillWorkflows, resumptions, clock } = ports;
  const backfill = await backfills.find(seen.scheduleId, seen.id);
  if (backfill?.status !== 'RUNNING') return 'at-rest';
  const { interrupted } = backfill;
  if (interrupted?.times !== seen.interrupted?.times) return 'waiting';
  if (!mayResume(interrupted, execution, resumptions)) {
    const schedule = await ports.schedules.find(backfill.scheduleId);
    await backfills.end(backfill, 'FAILED', reasonOf(execution), { schedule });
    return 'ended';
  }
  const next = wasStarted(interrupted, execution)
    ? await backfills.change(backfill, { interrupted: oneMore(interrupted, execution, clock.now()) })
    : backfill;
  await backfillWorkflows.start(next);
  return 'resumed';
};

const reasonOf = (execution: Execution): string =>
  execution.state === 'ABORTED'
    ? 'an operator of this service stopped its workflow'
    : `its workflow ended unexpectedly (${errorOf(execution).Error}), also after it was resumed; start another backfill: what is done is not done again`;
