import * as v from 'valibot';
import { streamKinds } from '../../domain/deployments/record/event-stream.ts';
import { judged, strict } from '../../foundation/shape/schemas.ts';
import { jsonVariable, optionalVariable } from '../environment/environment.ts';

const isPlainAddress = (text: string): boolean => {
  const url = URL.parse(text);
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.hash === ''
  );
};

/** Part of the name of an execution of Step Functions. */
const name = v.pipe(v.string(), v.regex(/^[a-z\d](?:[a-z\d-]{0,28}[a-z\d])?$/, 'has 1 to 30 of a-z, 0-9 and "-"'));

const webhook = strict({
  name,
  url: v.pipe(
    v.string(),
    v.check(isPlainAddress, 'must be an http or https address without a user, a password or a #'),
  ),
  form: v.optional(v.picklist(['toscanini', 'cloudevents'])),
  kinds: v.optional(v.pipe(v.array(v.picklist(streamKinds)), v.minLength(1))),
  groups: v.optional(v.pipe(v.array(strict({ group: v.string(), issuer: v.string() })), v.minLength(1))),
});

/** Who is told of the events of all deployments (docs/events.md). */
export const webhooks = v.pipe(
  v.array(webhook),
  v.maxLength(50),
  judged((all, refuse) => {
    all.forEach((one, index) => {
      if (all.findIndex((other) => other.name === one.name) < index) refuse([index, 'name'], 'is there twice');
    });
  }),
);

/** The variable EVENT_WEBHOOKS; unset: none. */
export const webhooksSet = () =>
  optionalVariable('EVENT_WEBHOOKS') === undefined
    ? []
    : jsonVariable('EVENT_WEBHOOKS', '[{"name", "url", "form"?, "kinds"?, "groups"?}]', webhooks);

/** The variable PUBLISH_EVENTS: events wait for those who are told of them. */
export const publishesEventsSet = (): boolean => optionalVariable('PUBLISH_EVENTS') === 'true';

/** The variable GROUP_WEBHOOKS: managers of groups may subscribe some of their own. */
export const groupsSubscribeSet = (): boolean => optionalVariable('GROUP_WEBHOOKS') === 'true';
