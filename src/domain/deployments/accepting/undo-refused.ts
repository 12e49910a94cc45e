import { UnavailableError } from '../../../foundation/errors.ts';
import { type Holding, stillHeld } from './idempotent-requests.ts';

/**
 * Undoes what a refused request has stored, unless a repeat of the request has taken over. UnavailableError when that fails
 * too: then something is left under the ids of the request. A repeat with the same Idempotency-Key gets the same ids, and
 * removes or completes it.
 */
export const undoRefused = async (
  request: Holding | undefined,
  reason: unknown,
  undo: () => Promise<void>,
): Promise<void> => {
  try {
    if (await stillHeld(request)) await undo();
  } catch (error) {
    throw new UnavailableError('the request could not be accepted: a required service did not answer', {
      cause: new AggregateError([reason, error]),
      leftSomething: true,
    });
  }
};
