import type { Clock } from '../../foundation/clock.ts';
import { actionCheckMins, nextCheck } from '../deployments/record/deadlines.ts';
import type { ActionSweepQueue } from '../deployments/record/ports.ts';
import type { Workflows } from '../deployments/record/workflows.ts';

/** Workflows whose actions the sweep checks: each is registered before it is started, so none can be lost unnoticed. */
export const withActionChecks = (
  workflows: Workflows,
  actions: Pick<ActionSweepQueue, 'register'>,
  clock: Clock,
): Workflows => ({
  ...workflows,
  startAction: async (action) => {
    await actions.register(action, nextCheck(clock.now(), actionCheckMins));
    await workflows.startAction(action);
  },
});
