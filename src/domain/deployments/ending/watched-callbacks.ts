import type { Clock } from '../../../foundation/clock.ts';
import { watchedActions } from '../../actions/watched-actions.ts';
import { lookMins, nextLook } from '../record/deadlines.ts';
import type { ActionsUnderWay, CallbacksUnderWay } from '../record/under-way.ts';
import type { Workflows } from '../record/workflows.ts';

/** Workflows whose actions and callbacks are looked after. */
export const watched = (
  workflows: Workflows,
  actions: Pick<ActionsUnderWay, 'watch'>,
  callbacks: Pick<CallbacksUnderWay, 'watch'>,
  clock: Clock,
): Workflows => watchedCallbacks(watchedActions(workflows, actions, clock), callbacks, clock);

/**
 * Workflows whose callbacks are looked after: each is on the list before it is started. One that goes on after an interruption
 * is there already.
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
