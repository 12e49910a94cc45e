import { checkMins } from '../record/deadlines.ts';
import type { CallbackRef, Executions, SweepQueue } from '../record/sweep-queues.ts';
import { type SettleCallbackPorts, settleCallback } from './settle-callback.ts';
import type { SweepTarget } from './sweep.ts';

/** Callbacks that were queued, and neither sent nor given up. A receiver that does not answer is tried for a day. */
export const callbackSweep = (
  ports: SettleCallbackPorts & { readonly executions: Pick<Executions, 'ofCallback'> },
): SweepTarget<CallbackRef> & { readonly sweepQueue: SweepQueue<CallbackRef> } => ({
  sweepQueue: ports.callbackSweepQueue,
  everyMins: checkMins,
  idsOf: ({ notificationId }) => ({ notificationId }),
  isOpen: () => true,
  execution: (callback) => ports.executions.ofCallback(callback),
  settle: (callback, execution) => settleCallback(ports, callback, execution),
});
