import type { Granting } from './grant.ts';

/** What administrators need to see dead letters, and to redrive or drop them. SQS shows a letter only to who takes it. */
export const letterGrants = {
  'letters:look': ({ data, eventLetters }) => ({
    environment: {
      FILE_LETTERS: data.incoming.deadLetters.queueUrl,
      EVENT_LETTERS: eventLetters().queueUrl,
      FILE_QUEUE: data.incoming.queue.queueUrl,
    },
    statements: [
      {
        actions: ['sqs:ReceiveMessage', 'sqs:ChangeMessageVisibility', 'sqs:GetQueueAttributes'],
        resources: [data.incoming.deadLetters.queueArn, eventLetters().queueArn],
      },
    ],
  }),
  'letters:move': ({ data, eventLetters, eventFunction }) => {
    const [ended, sweep] = [eventFunction('execution-ended'), eventFunction('sweep-workflows')];
    return {
      environment: { EXECUTION_ENDED_FUNCTION: ended.functionName, SWEEP_WORKFLOWS_FUNCTION: sweep.functionName },
      statements: [
        { actions: ['sqs:DeleteMessage'], resources: [data.incoming.deadLetters.queueArn, eventLetters().queueArn] },
        { actions: ['sqs:SendMessage'], resources: [data.incoming.queue.queueArn] },
        { actions: ['lambda:InvokeFunction'], resources: [ended.functionArn, sweep.functionArn] },
      ],
    };
  },
} satisfies Readonly<Record<string, Granting>>;
