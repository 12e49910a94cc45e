import type { Clock } from '../../foundation/clock.ts';
import type { Identity } from '../../foundation/identity.ts';
import type { Revocations } from '../credentials/ports.ts';
import type { Files } from '../deployments/record/ports.ts';
import { removeFiles } from '../deployments/record/remove-files.ts';
import { filingFor } from './create-schedule.ts';
import { requireStaying } from './find-schedule.ts';
import type { ScheduleChange, ScheduleEvents, ScheduleIndex, Schedules } from './ports.ts';
import type { Schedule, ScheduleStatus } from './schedule.ts';

/** Suspends a schedule, or lets it run again; a suspended one records no events. No error if it has the status already. */
export const setScheduleStatus = async (
  {
    schedules,
    scheduleIndex,
  }: { readonly schedules: Schedules; readonly scheduleIndex: Pick<ScheduleIndex, 'counts'> },
  schedule: Schedule,
  status: ScheduleStatus,
  change: ScheduleChange = {},
): Promise<Schedule> => {
  requireStaying(schedule);
  if (schedule.status === status) return schedule;
  const filing = status === 'RUNNING' ? await filingFor(scheduleIndex, schedule.fileExpression) : [];
  const { statusReason: _, ...withoutReason } = schedule;
  return schedules.setStatus(withoutReason, status, filing, change);
};

/** In milliseconds: a request must be answered before the gateway gives up. */
const longestRemoval = 15_000;

/**
 * Removes a schedule and its events; its deployments stay. The sweep is told first: it removes events that are too many for
 * a request, that a dead process left, or that are written for files that were being matched when the deletion started.
 * `onlyAsSeen`: ConflictError when the schedule has changed meanwhile. `by`: who asked for it.
 */
export const deleteSchedule = async (
  ports: {
    readonly clock: Clock;
    readonly schedules: Pick<Schedules, 'markRemoving' | 'remove'>;
    readonly scheduleEvents: Pick<ScheduleEvents, 'removeAll' | 'startRemoval'>;
    readonly files: Pick<Files, 'remove'>;
    readonly delegations: Revocations;
  },
  schedule: Schedule,
  { by, ...options }: { readonly onlyAsSeen: boolean; readonly by?: Identity } = { onlyAsSeen: false },
): Promise<void> => {
  const now = ports.clock.now();
  await ports.schedules.markRemoving(schedule, options);
  await removeFiles(ports, schedule.id);
  await ports.scheduleEvents.startRemoval(schedule.id, new Date(now.getTime() + 60_000));
  await ports.schedules.remove(schedule, { by });
  await ports.scheduleEvents.removeAll(schedule.id, new Date(now.getTime() + longestRemoval));
};
