import { deadLetters } from '../../src/adapters/dead-letters/dead-letters.ts';
import type { DeadLetters } from '../../src/domain/operators/dead-letters.ts';

/** The queues as the page of grants names them, by their URLs. */
const urls = { files: 'IncomingDeadLetters', events: 'EventsDeadLetters' } as const;
const functions = { executionEnded: 'eventsexecutionended', sweepWorkflows: 'eventssweepworkflows' } as const;

interface Command {
  readonly constructor: { readonly name: string };
  readonly input: { readonly QueueUrl?: string; readonly FunctionName?: string };
}

/** What IAM calls it: the batch of an action needs the right to the action. */
const actionOf = (command: string): string => `sqs:${command.replace(/Command$/, '').replace(/Batch$/, '')}`;

/** The real adapter over queues that have one letter each; `note` gets what it asks of SQS and Lambda. */
export const calledLetters = (note: (action: string, resource: string) => void): DeadLetters => {
  const seen = new Set<string>();
  const send = async ({ constructor: { name }, input }: Command) => {
    const { QueueUrl = '', FunctionName } = input;
    if (FunctionName !== undefined) return note('lambda:InvokeFunction', FunctionName);
    note(actionOf(name), QueueUrl);
    if (name !== 'ReceiveMessageCommand' || seen.has(QueueUrl)) return {};
    seen.add(QueueUrl);
    const Body = JSON.stringify({ source: QueueUrl === urls.events ? 'aws.states' : 'aws.s3' });
    return { Messages: [{ MessageId: QueueUrl, ReceiptHandle: QueueUrl, Body }] };
  };
  const client = { send } as never;
  return deadLetters({
    ...{ clock: { now: () => new Date(0) }, sqs: client, lambda: () => client },
    ...{ urls, filesUrl: 'IncomingQueue', functions },
  });
};
