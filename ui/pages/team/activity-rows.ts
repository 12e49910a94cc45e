import { eventSubject } from '../../../client/stream-text.ts';
import type { StreamEvent } from '../../../client/types.ts';

/** What providers and callbacks say while something is in progress: most of the stream, and seldom what is looked for. */
const progress: ReadonlySet<StreamEvent['kind']> = new Set([
  ...(['ATTEMPT_STARTED', 'PROVIDER_SAID', 'OUTPUTS', 'CALLBACK_SENT'] as const),
]);

/** The rows of the activity page: with this text in the name, id, group, creator or message, and without progress unless it is asked for. */
export const shownEvents = (
  events: readonly StreamEvent[],
  { text, withProgress }: { readonly text: string; readonly withProgress: boolean },
): readonly StreamEvent[] => {
  const wanted = text.trim().toLowerCase();
  return events.filter(
    (event) =>
      (withProgress || !progress.has(event.kind)) && textsOf(event).some((one) => one.toLowerCase().includes(wanted)),
  );
};

const textsOf = (event: StreamEvent): readonly string[] => {
  const { message, requestedBy } = event;
  const { uuid, name = '', userGroup = '', createdBy } = eventSubject(event);
  return [message, requestedBy?.subject ?? '', uuid, name, userGroup, createdBy?.subject ?? ''];
};

/** One list for each day of the reader, in the order of the events. */
export const byDay = (
  events: readonly StreamEvent[],
  dayOf: (at: string) => string = (at) => new Date(at).toLocaleDateString(undefined, { dateStyle: 'full' }),
): readonly (readonly [day: string, events: readonly StreamEvent[]])[] => [
  ...Map.groupBy(events, ({ writtenAt }) => dayOf(writtenAt)),
];
