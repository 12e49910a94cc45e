import type { Caller } from '../../foundation/caller.ts';
import { ConflictError, ForbiddenError, NotFoundError } from '../../foundation/errors.ts';
import { isId, mayChange, maySee, type Right } from '../deployments/record/access.ts';
import type { Schedules } from './ports.ts';
import type { Schedule } from './schedule.ts';

/**
 * The schedule, if it exists and the caller may see it, else NotFoundError; ForbiddenError when a member of its group
 * wants to change it.
 */
export const scheduleFor = async (
  schedules: Pick<Schedules, 'find'>,
  id: string,
  caller: Caller,
  right: Extract<Right, 'see' | 'change'>,
): Promise<Schedule> => {
  const found = isId(id) ? await schedules.find(id) : undefined;
  if (found === undefined || !maySee(caller, found)) {
    const shown = JSON.stringify(id.length > 40 ? `${id.slice(0, 40)}…` : id);
    throw new NotFoundError(`there is no schedule ${shown} that you may see; GET /schedules lists those that you may`);
  }
  if (right === 'change' && !mayChange(caller, found))
    throw new ForbiddenError(
      'only the owner of the schedule, a manager of its group or an administrator may change it',
    );
  return found;
};

/** ConflictError when the schedule is being deleted. */
export const requireStaying = ({ leaving }: Schedule): void => {
  if (leaving) throw new ConflictError('the schedule is being deleted: only DELETE is possible');
};
