import type { LambdaClient } from '@aws-sdk/client-lambda';
import { InvokeCommand } from '@aws-sdk/client-lambda';
import { DeleteMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import type { DeadLetter, DeadLetters, Handled } from '../../domain/operators/dead-letters.ts';
import type { Clock } from '../../foundation/clock.ts';
import { failuresOf } from '../../foundation/failures-of.ts';
import { log } from '../../foundation/log.ts';
import { sanitisedForLog } from '../../foundation/sanitised-error.ts';
import { functionFor, isRunByClock, letterOf } from './letter.ts';
import { counts, giveBack, queues, type Received, type ReceivingPorts, receive, withReceived } from './received.ts';

export interface LetterPorts extends ReceivingPorts {
  readonly clock: Clock;
  readonly lambda: () => LambdaClient;
  /** URL of the queue that notifications of files were meant for */
  readonly filesUrl: string;
  /** names of the functions that events were meant for */
  readonly functions: { readonly executionEnded: string; readonly sweepWorkflows: string };
}

/** Letters of each queue that a list shows. */
const mostShown = 100;

/** Letters of each queue among which one is looked for: SQS gives them in no order, so the list may have shown any of them. */
const mostSearched = 1_000;

/** No batch begins later than this after the start of a request, so that it ends before the function does. */
const beginMs = 15_000;

/** Letters of one request that may fail: where so many do, the others would too. */
const mostFailures = 20;

/**
 * The dead letters in SQS. A letter goes to where it was meant to go before it is deleted: a process that dies in between
 * sends it twice, which does no harm (docs/decisions/0011), and loses none.
 */
export const deadLetters = (ports: LetterPorts): DeadLetters => ({
  list: async () => {
    const taking = withReceived(ports, { most: mostShown }, async (taken) => lettersOf(taken));
    const [letters, waiting] = await Promise.all([taking, counts(ports)]);
    return { waiting, letters };
  },
  waiting: () => counts(ports),
  has: (id) => withLetter(ports, id, async () => 'kept'),
  redrive: (id) =>
    withLetter(ports, id, async (taken) => {
      await redrive(ports, taken);
      return 'gone';
    }),
  drop: (id) =>
    withLetter(ports, id, async (taken) => {
      await remove(ports, taken);
      return 'gone';
    }),
  redriveAll: () => redriveAll(ports),
});

/** SQS may give a letter twice. */
const lettersOf = (taken: readonly Received[]): readonly DeadLetter[] => [
  ...new Map(taken.map(letterOf).map((letter) => [letter.id, letter])).values(),
];

/** False: there is none. */
const withLetter = (
  ports: LetterPorts,
  id: string,
  run: (taken: Received) => Promise<'kept' | 'gone'>,
): Promise<boolean> => {
  const isFound = ({ MessageId }: Received['message']): boolean => MessageId === id;
  return withReceived(ports, { most: mostSearched, isFound }, async (taken) => {
    const index = taken.findIndex(({ message }) => isFound(message));
    const found = taken[index];
    if (found === undefined) return false;
    if ((await run(found)) === 'gone') taken.splice(index, 1);
    return true;
  });
};

const redrive = async (ports: LetterPorts, taken: Received, sending = send): Promise<void> => {
  await sending(ports, taken);
  await remove(ports, taken);
};

/** Of the runs that the clock began only the first one: it does the work of all, and hundreds at once would ask too much of Step Functions. */
const sendingOneRun = (): typeof send => {
  let run: Promise<void> | undefined;
  return (ports, taken) => {
    if (!isRunByClock(taken)) return send(ports, taken);
    run ??= send(ports, taken);
    return run;
  };
};

const send = async (ports: LetterPorts, { queue, message }: Received): Promise<void> => {
  const { Body: MessageBody = '' } = message;
  if (queue === 'files') {
    await ports.sqs.send(new SendMessageCommand({ QueueUrl: ports.filesUrl, MessageBody }));
    return;
  }
  // asynchronous: if the function fails, Lambda repeats it, and in the end writes another letter
  const FunctionName = functionFor(MessageBody, ports.functions);
  await ports
    .lambda()
    .send(new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload: Buffer.from(MessageBody) }));
};

const remove = async ({ sqs, urls }: LetterPorts, { queue, message }: Received): Promise<void> => {
  await sqs.send(new DeleteMessageCommand({ QueueUrl: urls[queue], ReceiptHandle: message.ReceiptHandle }));
};

/** One that cannot be sent keeps no other one back: it stays hidden from this request, and is given back at its end. */
const redriveAll = async (ports: LetterPorts): Promise<Handled> => {
  const until = ports.clock.now().getTime() + beginMs;
  const [failed, failures]: [Received[], unknown[]] = [[], []];
  const sending = sendingOneRun();
  let handled = 0;
  const one = async (taken: Received): Promise<void> => {
    try {
      await redrive(ports, taken, sending);
      handled += 1;
    } catch (error) {
      failed.push(taken);
      log('WARN', 'a dead letter could not be redriven', {
        letter: taken.message.MessageId,
        error: sanitisedForLog(error),
      });
      throw error;
    }
  };
  const mayGoOn = (): boolean => ports.clock.now().getTime() < until && failures.length < mostFailures;
  try {
    for (const queue of queues)
      while (mayGoOn()) {
        const batch = await receive(ports, queue);
        if (batch.length === 0) break;
        failures.push(...(await failuresOf(batch, batch.length, one)));
      }
  } finally {
    await giveBack(ports, failed);
  }
  if (handled === 0 && failures.length > 0) throw failures[0];
  const { files, events } = await counts(ports);
  return { handled, left: files + events };
};
