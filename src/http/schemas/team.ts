/** Answers of the routes that serve a team, and not one deployment. */

import * as v from 'valibot';
import { limitNames } from '../../domain/quotas/quota.ts';
import { described, links, text } from './parts.ts';
import { streamEvent } from './progress.ts';

const amount = v.pipe(v.number(), v.minValue(0));

const quotaUse = described(
  v.strictObject({
    of: v.picklist(['user', 'group', 'installation']),
    name: described(text, 'of a user `<subject>@<issuer>`; of the installation none'),
    limit: v.picklist(limitNames),
    most: described(amount, 'what is allowed'),
    used: described(amount, 'now; of `jobsPerDay` since midnight, UTC'),
    left: amount,
  }),
  'a quota that the operator has set',
);

export const teamSchemas = {
  StreamEvent: streamEvent,
  EventStreamPage: v.strictObject({ links, content: v.array(streamEvent) }),
  QuotaUse: quotaUse,
  QuotaList: v.strictObject({ quotas: v.array(quotaUse) }),
};
