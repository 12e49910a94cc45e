import { withoutSecretText } from '../../../tosca/secrets/material.ts';
import type { Cleaned } from '../../../tosca/secrets/values.ts';

/** Most characters of an event's message. */
const longest = 1_000;

/**
 * What an event says: the first line, since logs of machines may follow, at most as long as an event allows. Members of the
 * group read it too, so it has no secrets. They are removed before it is shortened: half a secret would not
 * be recognised.
 */
export const timelineMessage = (text: string, cleaned: Cleaned = withoutSecretText): string =>
  (cleaned(text).split('\n')[0] ?? '').slice(0, longest);
