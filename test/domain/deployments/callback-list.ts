import type { CallbackRef, CallbackSweepQueue } from '../../../src/domain/deployments/record/ports.ts';
import { ConflictError } from '../../../src/foundation/errors.ts';

/** Callbacks under way, kept in memory. */
export const callbackList = (): CallbackSweepQueue & {
  readonly places: Map<string, { one: CallbackRef; at: Date }>;
} => {
  const places = new Map<string, { one: CallbackRef; at: Date }>();
  return {
    places,
    register: async (notificationId, at) => void places.set(notificationId, { one: { notificationId }, at }),
    due: async (before, limit) =>
      [...places.values()]
        .filter(({ at }) => at < before)
        .slice(0, limit)
        .map(({ one }) => one),
    setNextCheck: async ({ notificationId }, at) => {
      const known = places.get(notificationId);
      if (at === undefined) places.delete(notificationId);
      else if (known) places.set(notificationId, { ...known, at });
    },
    interrupt: async ({ notificationId, interrupted: seen }, interrupted) => {
      const known = places.get(notificationId);
      if (known?.one.interrupted?.times !== seen?.times)
        throw new ConflictError('another process has already resumed it');
      if (known) places.set(notificationId, { ...known, one: { notificationId, interrupted } });
    },
  };
};
