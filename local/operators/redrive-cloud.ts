/**
 * Brings dead letters back in an AWS account. Notifications of files go to the queue for which they were meant, both those
 * that failed there and those that EventBridge could not deliver. Events go to their function, one by one. A repeat of
 * either does no harm.
 */

import * as v from 'valibot';
import { LaptopError } from '../machine/laptop-error.ts';
import type { Aws } from './aws.ts';
import { outputOf } from './stack-outputs.ts';

/** Invokes a function with an event. Returns why it failed; undefined when it did not. */
export type Invoke = (functionName: string, event: string) => Promise<string | undefined>;

export interface Redriven {
  /** on their way to the queue; approximate, because SQS counts approximately */
  readonly files: number;
  readonly events: number;
  /** why events failed again; these events stay in the queue */
  readonly failures: readonly string[];
}

export const redriveCloud = async (aws: Aws, invoke: Invoke, stack: string): Promise<Redriven> => {
  const queues = await queuesOf(aws, stack);
  const files = await moveFiles(aws, queues.files);
  return { files, ...(await repeatEvents(aws, invoke, stack, queues.events)) };
};

const queuesOf = async (aws: Aws, stack: string): Promise<{ readonly files: string; readonly events: string }> => {
  const [files, events] = await Promise.all(['LostFiles', 'DeadLetters'].map((key) => outputOf(aws, stack, key)));
  return { files: files ?? '', events: events ?? '' };
};

const sources = v.object({ queueUrls: v.tuple([v.string()]) });
const attributes = v.object({
  Attributes: v.object({ QueueArn: v.string(), ApproximateNumberOfMessages: v.string() }),
});

/** Names the destination, because SQS knows no source for a letter that EventBridge put there, and would not move it. */
const moveFiles = async (aws: Aws, url: string): Promise<number> => {
  const letters = await attributesOf(aws, url);
  const waiting = Number(letters.ApproximateNumberOfMessages);
  if (waiting === 0) return 0;
  const answer = await aws(['sqs', 'list-dead-letter-source-queues', '--queue-url', url]);
  const [source] = v.parse(sources, answer).queueUrls;
  const { QueueArn } = await attributesOf(aws, source);
  const ends = ['--source-arn', letters.QueueArn, '--destination-arn', QueueArn];
  await aws(['sqs', 'start-message-move-task', ...ends]);
  return waiting;
};

const attributesOf = async (aws: Aws, url: string) => {
  const names = ['QueueArn', 'ApproximateNumberOfMessages'];
  const answer = await aws(['sqs', 'get-queue-attributes', '--queue-url', url, '--attribute-names', ...names]);
  return v.parse(attributes, answer).Attributes;
};

const letter = v.object({
  MessageId: v.string(),
  ReceiptHandle: v.string(),
  Body: v.string(),
  MessageAttributes: v.optional(v.record(v.string(), v.looseObject({ StringValue: v.optional(v.string()) })), {}),
});
type Letter = v.InferOutput<typeof letter>;
const received = v.optional(v.object({ Messages: v.optional(v.array(letter), []) }), {});

/** longer than a function may run, so that no letter comes twice while others are repeated */
const hiddenSeconds = 900;

const repeatEvents = async (aws: Aws, invoke: Invoke, stack: string, url: string): Promise<Omit<Redriven, 'files'>> => {
  const functions = await functionsOf(aws, stack);
  const failures: string[] = [];
  let events = 0;
  for (;;) {
    const { Messages } = v.parse(received, await receive(aws, url));
    if (Messages.length === 0) return { events, failures };
    for (const message of Messages) {
      const failure = await invoke(targetOf(message, functions), message.Body);
      if (failure !== undefined) {
        failures.push(`${message.MessageId}: ${failure}`);
        continue;
      }
      await aws(['sqs', 'delete-message', '--queue-url', url, '--receipt-handle', message.ReceiptHandle]);
      events += 1;
    }
  }
};

const receive = (aws: Aws, url: string): Promise<unknown> => {
  const limits = [
    '--max-number-of-messages',
    '10',
    '--visibility-timeout',
    `${hiddenSeconds}`,
    '--wait-time-seconds',
    '2',
  ];
  return aws(['sqs', 'receive-message', '--queue-url', url, '--message-attribute-names', 'All', ...limits]);
};

interface Functions {
  readonly executionEnded: string;
  readonly sweepWorkflows: string;
}

/** EventBridge names the target that it could not reach. For a letter of Lambda itself, the event shows its function. */
const targetOf = ({ Body, MessageAttributes }: Letter, functions: Functions): string => {
  const named = MessageAttributes['TARGET_ARN']?.StringValue;
  if (named !== undefined) return named;
  const { source } = JSON.parse(Body) as { readonly source?: string };
  return source === 'aws.states' ? functions.executionEnded : functions.sweepWorkflows;
};

const resources = v.object({
  StackResourceSummaries: v.array(
    v.looseObject({
      LogicalResourceId: v.string(),
      ResourceType: v.string(),
      PhysicalResourceId: v.optional(v.string()),
    }),
  ),
});

/**
 * Beginnings of the functions' ids in the template, in lower case: functions/events/<name>.ts is `events<name>`, followed
 * by the CDK's suffix.
 */
export const eventFunctions = { executionEnded: 'eventsexecutionended', sweepWorkflows: 'eventssweepworkflows' };

const functionsOf = async (aws: Aws, stack: string): Promise<Functions> => {
  const answer = await aws(['cloudformation', 'list-stack-resources', '--stack-name', stack]);
  const { StackResourceSummaries } = v.parse(resources, answer);
  const named = (id: string): string => {
    const found = StackResourceSummaries.find(
      ({ ResourceType, LogicalResourceId }) =>
        ResourceType === 'AWS::Lambda::Function' && LogicalResourceId.toLowerCase().startsWith(id),
    );
    if (found?.PhysicalResourceId !== undefined) return found.PhysicalResourceId;
    throw new LaptopError(
      `stack ${stack} has no function ${id}…: name the stack of the service, such as toscanini-service`,
    );
  };
  return {
    executionEnded: named(eventFunctions.executionEnded),
    sweepWorkflows: named(eventFunctions.sweepWorkflows),
  };
};
