import type { ScheduleEvents } from '../../src/domain/schedules/ports.ts';

/** No schedule was deleted: the sweep has no events to remove. */
export const noRemovals: Pick<ScheduleEvents, 'removalsDue' | 'removeAll' | 'endRemoval'> = {
  removalsDue: async () => [],
  removeAll: () => Promise.reject(new Error('no events are to be removed')),
  endRemoval: () => Promise.reject(new Error('no events are to be removed')),
};
