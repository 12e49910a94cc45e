/** Parts that several schemas of the description use. */

import * as v from 'valibot';
import { weekdays } from '../../domain/office-hours/calendar.ts';

export const described = <const Schema extends v.GenericSchema>(schema: Schema, description: string) =>
  v.pipe(schema, v.description<v.InferOutput<Schema>, string>(description));

export const uuid = v.pipe(v.string(), v.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));

export const text = v.optional(v.string());

export const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

export const identity = described(v.strictObject({ issuer: v.string(), subject: v.string() }), 'an OIDC identity');

export const problem = described(
  v.strictObject({
    code: described(v.string(), 'stable, such as input-missing'),
    severity: v.picklist(['error', 'warning']),
    file: described(v.string(), '`template`, or the address of an import'),
    line: described(whole, 'from 1'),
    column: described(whole, 'from 1'),
    path: v.string(),
    message: v.string(),
  }),
  'what is wrong with a template, and where',
);

/** Why something failed: at which provider, at which node. */
export const providerCause = {
  provider: described(v.optional(v.strictObject({ id: v.string(), name: v.string() })), 'absent: none was asked'),
  node: described(text, 'name of the node that went wrong; absent: nobody says which'),
  cause: described(v.string(), 'what went wrong, in a line that begins with the node'),
};

export const amount = v.pipe(v.number(), v.minValue(0));

/** What resources of a cloud cost while they stand. */
export const estimate = {
  currency: v.literal('USD'),
  hourly: amount,
  monthly: described(amount, 'of 730 hours'),
  pricesOf: described(v.string(), 'the day of the list prices'),
  region: described(v.string(), 'the region whose prices they are'),
  items: v.array(
    v.strictObject({
      ...{ name: v.string(), node: text, what: v.string(), hourly: amount },
      whileRunning: described(v.optional(v.boolean()), 'it costs nothing while the machine is stopped'),
      most: described(v.optional(amount), 'with as many copies as automatic scaling may make; absent: nothing scales'),
    }),
  ),
  most: described(
    v.optional(v.strictObject({ hourly: amount, monthly: amount })),
    'with as many copies as automatic scaling may make; absent: nothing scales',
  ),
  leftOut: described(v.array(v.string()), 'what costs money, or may, and is not in the sums'),
};

export const instant = v.pipe(v.string(), v.isoTimestamp());

export const labels = described(
  v.record(v.string(), v.string()),
  'names and values that people sort deployments by; what is made has them as tags',
);

const exceptionalDay = v.strictObject({ date: v.string(), start: text, stop: text });

export const transfer = described(
  v.strictObject({
    to: described(text, 'the subject of who is asked; absent: any member of the group'),
    by: identity,
    since: instant,
    expiresAt: described(instant, 'nobody can accept after it'),
  }),
  'somebody is asked to take the deployment over',
);

export const officeHours = described(
  v.strictObject({
    timeZone: described(v.string(), 'a name of the IANA time zone database'),
    days: v.array(v.picklist(weekdays)),
    start: described(v.string(), 'by the clocks of the time zone'),
    stop: described(v.string(), '24:00 is the end of the day; one that is not after the start is on the next day'),
    more: described(
      v.optional(v.array(v.strictObject({ days: v.array(v.picklist(weekdays)), start: v.string(), stop: v.string() }))),
      'further hours, of the same days or of others',
    ),
    exceptions: described(v.optional(v.array(exceptionalDay)), 'days with other hours, or with none'),
    next: described(
      v.optional(
        v.strictObject({
          type: v.picklist(['start', 'stop']),
          at: instant,
          text: described(v.string(), 'for people, such as `stops Mon 30 Nov 19:00 Europe/Rome`'),
        }),
      ),
      'what comes next; absent: nothing',
    ),
  }),
  'when its machines run; absent: always',
);

export const link = v.strictObject({ rel: v.string(), href: described(v.string(), 'a complete URL') });
export const links = v.array(link);

export const dateTime = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d\+0000$/),
  v.description('to the minute, without seconds'),
  v.examples(['2026-11-20T15:33+0000']),
);

export const remains = described(
  v.strictObject({
    provider: v.strictObject({ id: v.string(), name: v.string() }),
    physicalId: described(v.string(), 'id of the infrastructure there'),
    since: described(instant, 'when the move was complete'),
  }),
  'what the last move has left at a provider that gave no answer: it is destroyed when that answers again; absent: nothing',
);
