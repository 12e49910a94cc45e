import type { Message } from '@aws-sdk/client-sqs';
import type { DeadLetter, LetterQueue } from '../../domain/operators/dead-letters.ts';
import { filesIn } from '../../domain/schedules/file-created.ts';
import { messageForCaller } from '../../foundation/sanitised-for-caller.ts';

/** A message of a dead-letter queue, as administrators see it. Its body is not shown: it holds more than its names. */
export const letterOf = (queue: LetterQueue, message: Message): DeadLetter => {
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

const eventText = (body: string): string => {
  const event = read(body);
  if (typeof event !== 'object' || event === null) return unreadable;
  const { 'detail-type': type = 'an event', detail = {} } = event as {
    readonly 'detail-type'?: string;
    readonly detail?: { readonly executionArn?: string; readonly status?: string };
  };
  const { executionArn, status } = detail;
  return [type, status, executionArn?.split(':').slice(-2).join(' ')].filter((part) => part !== undefined).join(': ');
};

const read = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined; // shown as unreadable
  }
};

/** The function that an event was meant for. EventBridge names it; of a letter of Lambda, the event shows it. */
export const functionFor = (
  { Body = '', MessageAttributes = {} }: Message,
  { executionEnded, sweepWorkflows }: { readonly executionEnded: string; readonly sweepWorkflows: string },
): string => {
  const named = MessageAttributes['TARGET_ARN']?.StringValue;
  if (named !== undefined) return named;
  const event = read(Body) as { readonly source?: unknown } | undefined;
  return event?.source === 'aws.states' ? executionEnded : sweepWorkflows;
};
