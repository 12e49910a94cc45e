import type { Attempt } from '../domain/deployments/record/attempt.ts';
import type { ProviderRecord } from '../domain/providers/ports.ts';
import { needsAttention } from '../foundation/attention.ts';
import { log } from '../foundation/log.ts';
import { told } from '../foundation/sanitised-error.ts';

/** Attempts of any deployments in a row without a success, from which on a provider needs attention. */
export const failuresInARow = 5;

/** Hears of each attempt that is over. */
export type Ended = (attempt: Attempt, succeeded: boolean) => Promise<void>;

/** Tells when a provider fails again and again. That it cannot be counted stops no attempt: the line in the log says so. */
export const watchedProviders =
  (record: ProviderRecord): Ended =>
  async (attempt, succeeded) => {
    const { providerId, reason } = attempt;
    try {
      if (succeeded) return await record.succeeded(providerId);
      const failures = await record.failed(providerId, attempt);
      if (failures >= failuresInARow)
        needsAttention('provider-failing', 'attempts at a provider fail, one after the other', {
          providerId,
          failures,
          reason,
        });
    } catch (error) {
      log('WARN', 'the outcome of an attempt was not counted', { providerId, error: told(error) });
    }
  };
