import type { Clock } from '../../../foundation/clock.ts';
import { watchedActions } from '../../actions/watched-actions.ts';
import { lookMins, nextLook } from '../record/deadlines.ts';
import type { ActionsUnderWay, CallbacksUnderWay } from '../record/under-way.ts';
import type { Workflows } from '../record/workflows.ts';

/** Workflows whose actions and callbacks the sweep checks. */
export const watched = (
  workflows: Workflows,
  actions: Pick<ActionsUnderWay, 'watch'>,
  callbacks: Pick<CallbacksUnderWay, 'watch'>,
  clock: Clock,
): Workflows => watchedCallbacks(watchedActions(workflows, actions, clock), callbacks, clock);

/**
 * Workflows whose callbacks the sweep checks: each is registered before it is started. A callback that is resumed after
 * an interruption is registered already.
 */
export const watchedCallbacks = (
  workflows: Workflows,
  callbacks: Pick<CallbacksUnderWay, 'watch'>,
  clock: Clock,
): Workflows => ({
  ...workflows,
  startNotification: async (id, interrupted) => {
    if (interrupted === undefined) await callbacks.watch(id, nextLook(clock.now(), lookMins));
    await workflows.startNotification(id, interrupted);
  },
});
