import { lookMins } from '../record/deadlines.ts';
import type { CallbackRef, Executions, UnderWay } from '../record/under-way.ts';
import { type SettleCallbackPorts, settleCallback } from './settle-callback.ts';
import type { Swept } from './sweep.ts';

/** Callbacks that were queued, and neither sent nor given up. A receiver that does not answer is tried for a day. */
export const callbacksSwept = (
  ports: SettleCallbackPorts & { readonly executions: Pick<Executions, 'ofCallback'> },
): Swept<CallbackRef> & { readonly underWay: UnderWay<CallbackRef> } => ({
  underWay: ports.callbacksUnderWay,
  everyMins: lookMins,
  idsOf: ({ notificationId }) => ({ notificationId }),
  isOpen: () => true,
  execution: (callback) => ports.executions.ofCallback(callback),
  settle: (callback, execution) => settleCallback(ports, callback, execution),
});
