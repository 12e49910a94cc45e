/** SQS shows letters only to who takes them, and hides them from others meanwhile. */

import {
  ChangeMessageVisibilityBatchCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { LetterQueue } from '../../domain/operators/dead-letters.ts';
import { log } from '../../foundation/log.ts';
import { sanitisedForLog } from '../../foundation/sanitised-error.ts';

export interface ReceivingPorts {
  readonly sqs: SQSClient;
  /** URLs of the queues with the letters */
  readonly urls: Readonly<Record<LetterQueue, string>>;
}

export const queues = ['files', 'events'] as const;

/** Seconds for which what was taken is hidden, if the process dies before it gives it back. */
const hiddenSeconds = 60;

export interface Received {
  readonly queue: LetterQueue;
  readonly message: Message;
}

/** At most ten letters; none: the queue has no more that nobody else has taken. UnavailableError */
export const receive = async ({ sqs, urls }: ReceivingPorts, queue: LetterQueue): Promise<readonly Received[]> => {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: urls[queue],
      MaxNumberOfMessages: 10,
      VisibilityTimeout: hiddenSeconds,
      // asks all of SQS's servers: a short look asks some, and may see nothing
      WaitTimeSeconds: 1,
      MessageAttributeNames: ['All'],
      MessageSystemAttributeNames: ['SentTimestamp'],
    }),
  );
  return Messages.map((message) => ({ queue, message }));
};

/**
 * Runs with letters of all queues, and gives back what is still in `taken` at the end, also after a failure. Of each queue at most `most` are taken,
 * and no more once `isFound` says so of one.
 */
export const withReceived = async <T>(
  ports: ReceivingPorts,
  { most, isFound }: { readonly most: number; readonly isFound?: (message: Message) => boolean },
  run: (taken: Received[]) => Promise<T>,
): Promise<T> => {
  const taken: Received[] = [];
  let isOver = false;
  const takeFrom = async (queue: LetterQueue): Promise<void> => {
    for (let count = 0; count < most && !isOver; ) {
      const batch = await receive(ports, queue);
      if (batch.length === 0) return;
      taken.push(...batch);
      count += batch.length;
      isOver ||= isFound !== undefined && batch.some(({ message }) => isFound(message));
    }
  };
  const outcomes = await Promise.allSettled(queues.map(takeFrom));
  try {
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    return await run(taken);
  } finally {
    await giveBack(ports, taken);
  }
};

/** Shows letters again. One that cannot be given back shows again by itself, so that fails no request. */
export const giveBack = async ({ sqs, urls }: ReceivingPorts, taken: readonly Received[]): Promise<void> => {
  for (const queue of queues) {
    const handles = taken.filter((one) => one.queue === queue).map(({ message }) => message.ReceiptHandle);
    for (let from = 0; from < handles.length; from += 10) {
      const Entries = handles.slice(from, from + 10).map((ReceiptHandle, index) => ({
        ...{ Id: `${index}`, ReceiptHandle },
        VisibilityTimeout: 0,
      }));
      try {
        await sqs.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: urls[queue], Entries }));
      } catch (error) {
        const about = { queue, error: sanitisedForLog(error) };
        log('WARN', `dead letters could not be given back: they are hidden for ${hiddenSeconds} seconds`, about);
      }
    }
  }
};

/** About how many letters each queue has, with those that somebody has taken. UnavailableError */
export const counts = async ({ sqs, urls }: ReceivingPorts): Promise<Readonly<Record<LetterQueue, number>>> => {
  const [files = 0, events = 0] = await Promise.all(
    queues.map(async (queue) => {
      const AttributeNames = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;
      const command = new GetQueueAttributesCommand({ QueueUrl: urls[queue], AttributeNames: [...AttributeNames] });
      const { Attributes = {} } = await sqs.send(command);
      return AttributeNames.reduce((sum, name) => sum + Number(Attributes[name] ?? 0), 0);
    }),
  );
  return { files, events };
};
