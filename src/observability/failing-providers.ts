import type { Attempt } from '../domain/deployments/record/attempt.ts';
import { noRoomIn } from '../domain/providers/no-room.ts';
import type { ProviderRecord } from '../domain/providers/ports.ts';
import { needsAttention } from '../foundation/attention.ts';
import { log } from '../foundation/log.ts';
import { sanitisedForLog } from '../foundation/sanitised-error.ts';

/** A provider needs attention after this many attempts in a row without a success, whatever their deployments. */
export const failuresInARow = 5;

/** Called after each attempt has ended. */
export type Ended = (attempt: Attempt, succeeded: boolean) => Promise<void>;

/**
 * Reports a provider that fails again and again. If the outcome cannot be counted, the attempt goes on, and the log has a
 * line about it.
 */
export const reportFailingProviders =
  (record: ProviderRecord): Ended =>
  async (attempt, succeeded) => {
    const { providerId, reason } = attempt;
    try {
      if (succeeded) return await record.succeeded(providerId);
      const failures = await record.failed(
        providerId,
        attempt,
        noRoomIn(`${reason ?? ''}\n${attempt.quotedLog ?? ''}`),
      );
      if (failures >= failuresInARow)
        needsAttention('provider-failing', 'attempts at a provider fail, one after the other', {
          providerId,
          failures,
          reason,
        });
    } catch (error) {
      log('WARN', 'the outcome of an attempt was not counted', { providerId, error: sanitisedForLog(error) });
    }
  };
