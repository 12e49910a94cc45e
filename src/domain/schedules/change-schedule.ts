import type { Caller } from '../../foundation/caller.ts';
import { ConflictError, ForbiddenError, NotFoundError } from '../../foundation/errors.ts';
import { isId, mayChange, maySee, type Right } from '../deployments/record/access.ts';
import type { Files } from '../deployments/record/ports.ts';
import { filingFor } from './create-schedule.ts';
import type { ScheduleEvents, ScheduleIndex, Schedules } from './ports.ts';
import type { Schedule, ScheduleStatus } from './schedule.ts';

/**
 * The schedule, if there is one and the caller may know of it, else NotFoundError; ForbiddenError for a change by a member of its
 * group.
 */
export const scheduleFor = async (
  schedules: Pick<Schedules, 'find'>,
  id: string,
  caller: Caller,
  right: Exclude<Right, 'see-secrets'>,
): Promise<Schedule> => {
  const found = isId(id) ? await schedules.find(id) : undefined;
  if (found === undefined || !maySee(caller, found)) {
    const shown = JSON.stringify(id.length > 40 ? `${id.slice(0, 40)}…` : id);
    throw new NotFoundError(`there is no schedule ${shown} that you may see; GET /schedules lists those that you may`);
  }
  if (right === 'change' && !mayChange(caller, found))
    throw new ForbiddenError('only the owner of the schedule or an administrator may change it');
  return found;
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
