import type { Clock } from '../../foundation/clock.ts';
import { eachLogged } from '../../foundation/each-logged.ts';
import type { ScheduleEvents } from './ports.ts';

export interface SweepRemovalPorts {
  readonly clock: Clock;
  readonly scheduleEvents: Pick<ScheduleEvents, 'removeAll' | 'removalsDue' | 'endRemoval'>;
}

/** In milliseconds, of a run of the sweep, which has a minute for everything. */
const longestRun = 15_000;

/** Removes the events that are left of deleted schedules; the next runs go on where the time ends. */
export const sweepRemovals =
  ({ clock, scheduleEvents }: SweepRemovalPorts) =>
  async (): Promise<void> => {
    const now = clock.now();
    const until = new Date(now.getTime() + longestRun);
    const failures = await eachLogged(await scheduleEvents.removalsDue(now), {
      idsOf: (scheduleId) => ({ scheduleId }),
      run: async (scheduleId) => {
        if (await scheduleEvents.removeAll(scheduleId, until)) await scheduleEvents.endRemoval(scheduleId);
      },
      done: 'removed events of a deleted schedule',
      failed: 'the events of a deleted schedule could not be removed',
    });
    if (failures.length > 0)
      throw new AggregateError(failures, `the events of ${failures.length} schedules could not be removed`);
  };
