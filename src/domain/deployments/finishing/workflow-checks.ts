import type { Clock } from '../../../foundation/clock.ts';
import { withActionChecks } from '../../actions/action-checks.ts';
import { checkMins, nextCheck } from '../record/deadlines.ts';
import type { ActionSweepQueue, CallbackSweepQueue } from '../record/sweep-queues.ts';
import type { Workflows } from '../record/workflows.ts';

/** Workflows whose actions and callbacks the sweep checks. */
export const withChecks = (
  workflows: Workflows,
  actions: Pick<ActionSweepQueue, 'register'>,
  callbacks: Pick<CallbackSweepQueue, 'register'>,
  clock: Clock,
): Workflows => withCallbackChecks(withActionChecks(workflows, actions, clock), callbacks, clock);

/**
 * Workflows whose callbacks the sweep checks: each is registered before it is started. A callback that is resumed after
 * an interruption is registered already.
 */
export const withCallbackChecks = (
  workflows: Workflows,
  callbacks: Pick<CallbackSweepQueue, 'register'>,
  clock: Clock,
): Workflows => ({
  ...workflows,
  startNotification: async (id, interrupted) => {
    if (interrupted === undefined) await callbacks.register(id, nextCheck(clock.now(), checkMins));
    await workflows.startNotification(id, interrupted);
  },
});
