import { needsAttention } from '../../foundation/attention.ts';
import type { ScheduleEvents, Schedules } from './ports.ts';
import { hourOf, type ScheduleEvent } from './schedule.ts';

export interface LoopPorts {
  readonly schedules: Pick<Schedules, 'find' | 'setStatus'>;
  readonly scheduleEvents: Pick<ScheduleEvents, 'arrivals'>;
  /** for one schedule; above it, the schedule is suspended */
  readonly eventsAnHour: number;
}

/** The count is read about so many times until it reaches the limit. */
const readings = 200;

/**
 * Suspends the schedule of a file that has just arrived, if more have arrived in this hour than one schedule may have. S3 does
 * not say who wrote a file, so this ends every loop. The alarm comes first: if the process dies here, the message is
 * delivered again, and both are done again. ConflictError when somebody changes the schedule at the same moment.
 */
export const endLoop = async (
  { schedules, scheduleEvents, eventsAnHour }: LoopPorts,
  event: Pick<ScheduleEvent, 'scheduleId' | 'createdAt' | 'deploymentId'>,
): Promise<void> => {
  if (!isReading(event, eventsAnHour)) return;
  const { scheduleId, createdAt } = event;
  const hour = hourOf(createdAt);
  const arrivals = await scheduleEvents.arrivals(scheduleId, hour);
  if (arrivals <= eventsAnHour) return;
  const schedule = await schedules.find(scheduleId);
  if (schedule === undefined || schedule.leaving || schedule.status === 'SUSPENDED') return;
  const before = schedule.suspendedAt?.hour === hour ? schedule.suspendedAt.arrivals : 0;
  if (arrivals - before <= eventsAnHour) return;
  needsAttention('schedule-suspended', 'a schedule has more events than one may have', { scheduleId, arrivals });
  const suspendedAt = { hour, arrivals };
  await schedules.setStatus({ ...schedule, suspendedAt, statusReason: reason(eventsAnHour) }, 'SUSPENDED', []);
};

/**
 * Every so many events the count is read, by an id that the service chose at random: no process has to remember anything, and
 * nobody can avoid it by the names of files.
 */
const isReading = ({ deploymentId }: Pick<ScheduleEvent, 'deploymentId'>, eventsAnHour: number): boolean =>
  Number.parseInt(deploymentId.slice(-6), 16) % Math.max(1, Math.floor(eventsAnHour / readings)) === 0;

const reason = (eventsAnHour: number): string =>
  `more than ${eventsAnHour} files matched within an hour, which one schedule may have (limits.eventsAnHour): if its jobs write \
files that it matches, let them write elsewhere. Files that arrive now start nothing. Resume it when this is mended; files that were left out can \
be given to it by a backfill`;
