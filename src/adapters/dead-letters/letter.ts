import * as v from 'valibot';
import type { DeadLetter } from '../../domain/operators/dead-letters.ts';
import { filesIn } from '../../domain/schedules/file-created.ts';
import { messageForCaller } from '../../foundation/sanitised-for-caller.ts';
import type { Received } from './received.ts';

/** A message of a dead-letter queue, as administrators see it. Its body is not shown: it holds more than its names. */
export const letterOf = ({ queue, message }: Received): DeadLetter => {
  const { MessageId: id = '', Body = '', Attributes = {}, MessageAttributes = {} } = message;
  const sent = Number(Attributes.SentTimestamp);
  const said = ['ERROR_MESSAGE', 'ErrorMessage'].flatMap((name) => MessageAttributes[name]?.StringValue ?? []);
  const [why] = said.map((text) => messageForCaller(new Error(text)).slice(0, longest));
  return {
    ...{ id, queue },
    ...(sent > 0 && { at: new Date(sent).toISOString() }),
    what: (queue === 'files' ? fileText(Body) : eventText(Body)).slice(0, longest),
    ...(why !== undefined && { why }),
  };
};

/** Characters of one line. */
const longest = 500;

const unreadable = 'a message that cannot be read';

const fileText = (body: string): string => {
  try {
    return (
      filesIn(body)
        .map(({ scope, name }) => `${scope}:${name}`)
        .join(', ') || 'no file that starts anything'
    );
  } catch {
    return unreadable; // that may be why it is here
  }
};

const event = v.object({
  'detail-type': v.optional(v.string(), 'an event'),
  detail: v.optional(v.object({ executionArn: v.optional(v.string()), status: v.optional(v.string()) }), {}),
});

const eventText = (body: string): string => {
  const read = v.safeParse(event, parsed(body));
  if (!read.success) return unreadable; // somebody may have called the function by hand
  const { 'detail-type': type, detail } = read.output;
  const { executionArn, status } = detail;
  return [type, status, executionArn?.split(':').slice(-2).join(' ')].filter((part) => part !== undefined).join(': ');
};

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined; // shown as unreadable
  }
};

const sourced = v.object({ source: v.literal('aws.states') });

/** The function that an event was meant for. What EventBridge named may have been replaced since by a newer version of the service. */
export const functionFor = (
  body: string,
  { executionEnded, sweepWorkflows }: { readonly executionEnded: string; readonly sweepWorkflows: string },
): string => (v.is(sourced, parsed(body)) ? executionEnded : sweepWorkflows);

const byClock = v.object({ source: v.literal('aws.events') });

/** Whether a run that the clock began has failed: the next one does its work. */
export const isRunByClock = ({ queue, message }: Received): boolean =>
  queue === 'events' && v.is(byClock, parsed(message.Body ?? ''));
