import type { Deployment } from './deployment.ts';
import type { LifecyclePorts, TimelineKind } from './ports.ts';

/** Characters of an event's message. */
const longest = 1_000;

/**
 * Adds an event to the timeline, once for each operation and `what`, however often a step runs. Members of the group read
 * it too: only the first line of a reason is told, since logs of machines may follow it.
 */
export const tell = async (
  { timeline, clock }: Pick<LifecyclePorts, 'timeline' | 'clock'>,
  { id, operation }: Pick<Deployment, 'id' | 'operation'>,
  event: { readonly kind: TimelineKind; readonly what: string; readonly message: string },
): Promise<void> => {
  const { kind, what } = event;
  const message = timelineMessage(event.message);
  await timeline.add(id, { name: `${operation.id}-${what}`, kind, message, at: clock.now().toISOString() });
};

/** The first line, or as much of it as an event takes. */
export const timelineMessage = (text: string): string => text.slice(0, longest).split('\n')[0] ?? '';
