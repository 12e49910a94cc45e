import type { Clock } from '../../foundation/clock.ts';
import { actionLookMins, nextLook } from '../deployments/record/deadlines.ts';
import type { ActionsUnderWay } from '../deployments/record/ports.ts';
import type { Workflows } from '../deployments/record/workflows.ts';

/** Workflows whose actions the sweep checks: each is registered before it is started, so none can be lost unnoticed. */
export const watchedActions = (
  workflows: Workflows,
  actions: Pick<ActionsUnderWay, 'watch'>,
  clock: Clock,
): Workflows => ({
  ...workflows,
  startAction: async (action) => {
    await actions.watch(action, nextLook(clock.now(), actionLookMins));
    await workflows.startAction(action);
  },
});
