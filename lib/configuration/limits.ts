import * as v from 'valibot';
import { judged, strict, wholeNumber } from '../../src/foundation/shape/schemas.ts';

/** What a workflow's history takes at most (docs/decisions/0003), and the default of docs/contract/api.md, "Limits". */
export const longestAttemptMins = 14_400;
/** What a workflow waits for a dependency at most (docs/decisions/0024). */
export const longestOutageMins = 1_440;

/** As in src/domain/deployments/record/deadlines.ts: a test compares the two. */
export const ownResumptions = 8;

const bytes = (most: number) => v.pipe(wholeNumber, v.minValue(1_024), v.maxValue(most));

/** How much there may be of something: for the sake of what else the account runs, and of what the team pays. */
export const limits = v.optional(
  v.pipe(
    strict({
      /** functions that match files with schedules; more files wait in the queue */
      filesAtOnce: v.optional(v.pipe(wholeNumber, v.minValue(2), v.maxValue(1000)), 50),
      /** of a request, and so of a template; above what Lambda takes of one there is no use in it */
      bodyBytes: v.optional(bytes(4_194_304), 1_048_576),
      /** of a document that a template imports from elsewhere */
      importBytes: v.optional(bytes(8_388_608), 1_048_576),
      /** minutes for one attempt at a provider, where a request does not say */
      providerTimeoutMins: v.optional(
        v.pipe(wholeNumber, v.minValue(1), v.maxValue(longestAttemptMins)),
        longestAttemptMins,
      ),
      /** minutes that a request may ask for, and has when it asks for none; absent: without end */
      mostTimeoutMins: v.optional(v.pipe(wholeNumber, v.minValue(1))),
      /**
       * minutes in which the Infrastructure Manager, or a service that ranks, may be away before what waits for it fails: nothing is
       * destroyed or given up before, and a provider's own timeout does not run (docs/decisions/0024)
       */
      outageMins: v.optional(v.pipe(wholeNumber, v.minValue(10), v.maxValue(longestOutageMins)), longestOutageMins),
      /** how often a workflow goes on that an error of the platform has cut off: after 1, 2, 4, … minutes, then every hour */
      resumptions: v.optional(v.pipe(wholeNumber, v.minValue(0), v.maxValue(1000)), ownResumptions),
    }),
    judged(({ providerTimeoutMins, mostTimeoutMins = Number.POSITIVE_INFINITY }, refuse) => {
      if (providerTimeoutMins !== longestAttemptMins && providerTimeoutMins > mostTimeoutMins)
        refuse(['providerTimeoutMins'], 'it is more than mostTimeoutMins lets a deployment have');
    }),
  ),
  {},
);
