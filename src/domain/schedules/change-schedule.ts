import type { Caller } from '../callers.ts';
import { isId } from '../deployments/access.ts';
import type { Files } from '../deployments/ports.ts';
import { ConflictError, NotFoundError } from '../errors.ts';
import { filingFor } from './create-schedule.ts';
import type { ScheduleEvents, ScheduleIndex, Schedules } from './ports.ts';
import type { Schedule, ScheduleStatus } from './schedule.ts';

/** The schedule, if there is one and it is the caller's, or the caller an administrator; else NotFoundError. */
export const scheduleFor = async (
  schedules: Pick<Schedules, 'find'>,
  id: string,
  caller: Caller,
): Promise<Schedule> => {
  const found = isId(id) ? await schedules.find(id) : undefined;
  const owner = found?.createdBy;
  const own = owner?.issuer === caller.issuer && owner.subject === caller.subject;
  if (found && (own || caller.isAdministrator)) return found;
  const shown = JSON.stringify(id.length > 40 ? `${id.slice(0, 40)}…` : id);
  throw new NotFoundError(`there is no schedule ${shown} that you may see; GET /schedules lists those that you may`);
};

/** ConflictError */
export const requireStaying = ({ leaving }: Schedule): void => {
  if (leaving) throw new ConflictError('the schedule is being deleted: only DELETE is possible');
};

/** Suspends a schedule, or lets it run again; a suspended one records nothing. The status that it has already is fine. */
export const setScheduleStatus = async (
  {
    schedules,
    scheduleIndex,
  }: { readonly schedules: Schedules; readonly scheduleIndex: Pick<ScheduleIndex, 'counts'> },
  schedule: Schedule,
  status: ScheduleStatus,
): Promise<Schedule> => {
  requireStaying(schedule);
  if (schedule.status === status) return schedule;
  const filing = status === 'RUNNING' ? await filingFor(scheduleIndex, schedule.fileExpression) : [];
  return schedules.setStatus(schedule, status, filing);
};

/**
 * Removes a schedule and its events; its deployments stay. The record goes last, so that a repeat finds what a process that died
 * has left. `onlyAsSeen`: ConflictError when it has changed in the meantime.
 */
export const deleteSchedule = async (
  ports: {
    readonly schedules: Pick<Schedules, 'leave' | 'remove'>;
    readonly scheduleEvents: Pick<ScheduleEvents, 'removeAll'>;
    readonly files: Pick<Files, 'remove'>;
  },
  schedule: Schedule,
  options: { readonly onlyAsSeen: boolean } = { onlyAsSeen: false },
): Promise<void> => {
  await ports.schedules.leave(schedule, options);
  await ports.files.remove(schedule.id);
  await ports.scheduleEvents.removeAll(schedule.id);
  await ports.schedules.remove(schedule);
  await ports.scheduleEvents.removeAll(schedule.id); // of files that were being matched when it left
};
