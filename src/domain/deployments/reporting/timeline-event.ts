import { withoutSecretText } from '../../../tosca/secrets/material.ts';
import type { Cleaned } from '../../../tosca/secrets/values.ts';
import type { Deployment } from '../record/deployment.ts';
import { cleanerFor } from '../record/disclosure.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import type { TimelineKind } from '../record/timeline.ts';

type EventSubject = Pick<Deployment, 'id' | 'operation' | 'parameters' | 'secretInputs' | 'secretTexts'>;

/** Most characters of an event's message. */
const longest = 1_000;

/**
 * Adds an event to the timeline, once for each operation and `what`, however often a step runs. Members of the group read
 * it too. So it has no secrets, and of a reason only the first line: logs of machines may follow.
 */
export const addTimelineEvent = async (
  { timeline, clock }: Pick<LifecyclePorts, 'timeline' | 'clock'>,
  deployment: EventSubject,
  event: { readonly kind: TimelineKind; readonly what: string; readonly message: string },
): Promise<void> => {
  const { id, operation } = deployment;
  const { kind, what } = event;
  const message = timelineMessage(event.message, cleanerFor(deployment));
  await timeline.add(id, { name: `${operation.id}-${what}`, kind, message, at: clock.now().toISOString() });
};

/**
 * The first line, at most as long as an event allows. Secrets are removed before it is shortened: half a secret would not
 * be recognised.
 */
export const timelineMessage = (text: string, cleaned: Cleaned = withoutSecretText): string =>
  (cleaned(text).split('\n')[0] ?? '').slice(0, longest);
