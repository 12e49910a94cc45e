import * as v from 'valibot';
import { judged, strict, wholeNumber } from '../../src/foundation/shape/schemas.ts';

/**
 * The longest attempt that fits into a workflow's history (docs/decisions/0003), and the default of docs/contract/api.md,
 * "Limits".
 */
export const longestAttemptMins = 14_400;
/** The longest time that a workflow waits for a dependency (docs/decisions/0024). */
export const longestOutageMins = 1_440;

/** The same number as in src/domain/deployments/record/deadlines.ts: a test compares the two. */
export const ownResumptions = 8;

const bytes = (most: number) => v.pipe(wholeNumber, v.minValue(1_024), v.maxValue(most));

/** Upper limits that protect other work in the account and the team's bill. */
export const limits = v.optional(
  v.pipe(
    strict({
      /** functions that match files with schedules at the same time; more files wait in the queue */
      filesAtOnce: v.optional(v.pipe(wholeNumber, v.minValue(2), v.maxValue(1000)), 50),
      /** files that one schedule may match in an hour, besides backfills; above it is suspended, since its jobs may start themselves */
      eventsAnHour: v.optional(v.pipe(wholeNumber, v.minValue(1), v.maxValue(1_000_000)), 10_000),
      /** bytes of a request, and so of a template; more than Lambda accepts has no effect */
      bodyBytes: v.optional(bytes(4_194_304), 1_048_576),
      /** bytes of a document that a template imports from another place */
      importBytes: v.optional(bytes(8_388_608), 1_048_576),
      /** minutes for one attempt at a provider, when a request does not say */
      providerTimeoutMins: v.optional(
        v.pipe(wholeNumber, v.minValue(1), v.maxValue(longestAttemptMins)),
        longestAttemptMins,
      ),
      /** the most minutes that a request may ask for, and the value when it asks for none; absent: no limit */
      mostTimeoutMins: v.optional(v.pipe(wholeNumber, v.minValue(1))),
      /**
       * minutes that an outage of the Infrastructure Manager or of a ranking service may last before waiting work fails.
       * Until then nothing is destroyed or given up, and a provider's own timeout does not run (docs/decisions/0024)
       */
      outageMins: v.optional(v.pipe(wholeNumber, v.minValue(10), v.maxValue(longestOutageMins)), longestOutageMins),
      /** how often the service resumes an interrupted workflow: after 1, 2, 4, … minutes, then every hour */
      resumptions: v.optional(v.pipe(wholeNumber, v.minValue(0), v.maxValue(1000)), ownResumptions),
    }),
    judged(({ providerTimeoutMins, mostTimeoutMins = Number.POSITIVE_INFINITY }, refuse) => {
      if (providerTimeoutMins !== longestAttemptMins && providerTimeoutMins > mostTimeoutMins)
        refuse(['providerTimeoutMins'], 'it is more than mostTimeoutMins allows');
    }),
  ),
  {},
);
