import type { LambdaClient } from '@aws-sdk/client-lambda';
import { InvokeCommand } from '@aws-sdk/client-lambda';
import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { DeadLetters, Handled, LetterQueue } from '../../domain/operators/dead-letters.ts';
import type { Clock } from '../../foundation/clock.ts';
import { functionFor, letterOf } from './letter.ts';

export interface LetterPorts {
  readonly clock: Clock;
  readonly sqs: SQSClient;
  readonly lambda: () => LambdaClient;
  /** URLs of the queues with the letters */
  readonly urls: Readonly<Record<LetterQueue, string>>;
  /** URL of the queue that notifications of files were meant for */
  readonly filesUrl: string;
  /** names of the functions that events were meant for */
  readonly functions: { readonly executionEnded: string; readonly sweepWorkflows: string };
}

const queues = ['files', 'events'] as const;

/** Letters that one look takes: SQS shows letters only to who takes them, and hides them from others meanwhile. */
const mostTaken = 100;

/** Seconds for which what was taken is hidden, if the process dies before it gives it back. */
const hiddenSeconds = 60;

/** No batch begins later than this after the start of a request, so that it ends before the function does. */
const beginMs = 15_000;

interface Taken {
  readonly queue: LetterQueue;
  readonly message: Message;
}

/**
 * The dead letters in SQS. A letter goes to where it was meant to go before it is deleted: a process that dies in between
 * sends it twice, which does no harm (docs/decisions/0011), and loses none.
 */
export const deadLetters = (ports: LetterPorts): DeadLetters => ({
  list: async () => {
    const [taken, waiting] = await Promise.all([look(ports), counts(ports)]);
    return { waiting, letters: taken.map(({ queue, message }) => letterOf(queue, message)) };
  },
  redrive: (id) =>
    withLetter(ports, id, async (taken) => {
      await send(ports, taken);
      await remove(ports, taken);
    }),
  drop: (id) => withLetter(ports, id, (taken) => remove(ports, taken)),
  redriveAll: () => redriveAll(ports),
});

/** The first letters of all queues. They are given back at once. */
const look = async (ports: LetterPorts): Promise<readonly Taken[]> => {
  const taken = (await Promise.all(queues.map((queue) => take(ports, queue)))).flat();
  await giveBack(ports, taken);
  return taken;
};

const take = async (ports: LetterPorts, queue: LetterQueue): Promise<readonly Taken[]> => {
  const all = new Map<string, Taken>();
  while (all.size < mostTaken) {
    const batch = await receive(ports, queue);
    if (batch.length === 0) break;
    for (const one of batch) all.set(one.message.MessageId ?? '', one);
  }
  return [...all.values()];
};

const receive = async ({ sqs, urls }: LetterPorts, queue: LetterQueue): Promise<readonly Taken[]> => {
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

const giveBack = async ({ sqs, urls }: LetterPorts, taken: readonly Taken[]): Promise<void> => {
  for (const queue of queues) {
    const handles = taken.filter((one) => one.queue === queue).map(({ message }) => message.ReceiptHandle);
    for (let from = 0; from < handles.length; from += 10) {
      const Entries = handles.slice(from, from + 10).map((ReceiptHandle, index) => ({
        ...{ Id: `${index}`, ReceiptHandle },
        VisibilityTimeout: 0,
      }));
      await sqs.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: urls[queue], Entries }));
    }
  }
};

const counts = async ({ sqs, urls }: LetterPorts): Promise<Readonly<Record<LetterQueue, number>>> => {
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

const withLetter = async (ports: LetterPorts, id: string, run: (taken: Taken) => Promise<void>): Promise<boolean> => {
  const taken = (await Promise.all(queues.map((queue) => take(ports, queue)))).flat();
  const found = taken.find(({ message }) => message.MessageId === id);
  try {
    if (found) await run(found);
  } finally {
    // one that was deleted cannot be given back, and SQS leaves it at that
    await giveBack(ports, found ? taken.filter((one) => one !== found) : taken);
  }
  return found !== undefined;
};

const send = async (ports: LetterPorts, { queue, message }: Taken): Promise<void> => {
  const { Body: MessageBody = '' } = message;
  if (queue === 'files') {
    await ports.sqs.send(new SendMessageCommand({ QueueUrl: ports.filesUrl, MessageBody }));
    return;
  }
  // asynchronous: if the function fails, Lambda repeats it, and in the end writes another letter
  const FunctionName = functionFor(message, ports.functions);
  await ports
    .lambda()
    .send(new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload: Buffer.from(MessageBody) }));
};

const remove = async ({ sqs, urls }: LetterPorts, { queue, message }: Taken): Promise<void> => {
  await sqs.send(new DeleteMessageCommand({ QueueUrl: urls[queue], ReceiptHandle: message.ReceiptHandle }));
};

const redriveAll = async (ports: LetterPorts): Promise<Handled> => {
  const until = ports.clock.now().getTime() + beginMs;
  let handled = 0;
  for (const queue of queues) {
    while (ports.clock.now().getTime() < until) {
      const batch = await receive(ports, queue);
      if (batch.length === 0) break;
      await Promise.all(batch.map((taken) => send(ports, taken).then(() => remove(ports, taken))));
      handled += batch.length;
    }
  }
  const { files, events } = await counts(ports);
  return { handled, left: files + events };
};
