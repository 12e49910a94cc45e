import * as v from 'valibot';
import { dateTime, described, identity, text } from './parts.ts';

export const ended = described(
  v.optional(
    v.strictObject({
      time: dateTime,
      requestedBy: described(v.optional(identity), 'who asked for the deletion'),
      forced: described(
        v.optional(v.boolean()),
        'it was deleted by force: what its provider refused to destroy may still exist',
      ),
      reason: described(text, 'the last failure that was reported'),
      kept: described(
        v.optional(
          v.array(
            v.strictObject({
              node: described(text, 'name of the node template; absent: an update has left it out'),
              type: described(v.string(), 'as the provider calls it'),
              id: described(v.string(), "the provider's id; of a snapshot: of what it was made of"),
              region: v.string(),
              as: v.picklist(['itself', 'snapshot']),
            }),
          ),
        ),
        'what stays at its provider, as its template asked (on_deletion)',
      ),
    }),
  ),
  'how it ended; only of one that has',
);
