/** What only AWS has, over a scripted SQS. */

import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { deadLetters, type LetterPorts } from '../../../src/adapters/dead-letters/dead-letters.ts';
import { UnavailableError } from '../../../src/foundation/errors.ts';

const ports = {
  clock: { now: () => new Date(0) },
  urls: { files: 'letters', events: 'events' },
  filesUrl: 'files',
  functions: { executionEnded: 'ended', sweepWorkflows: 'sweep' },
} as const satisfies Omit<LetterPorts, 'sqs' | 'lambda'>;

const region = 'eu-south-1';
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

describe('dead letters in AWS', () => {
  const sqs = mockClient(SQSClient);
  const lambda = mockClient(LambdaClient);
  const ended = JSON.stringify({
    ...{ source: 'aws.states', 'detail-type': 'Step Functions Execution Status Change' },
    detail: { status: 'FAILED', executionArn: 'arn:aws:states:eu-south-1:1:execution:create-deployment:01980000' },
  });
  const attributesOf = (values: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, StringValue]) => [name, { StringValue, DataType: 'String' }]),
    );

  const given = (...letters: readonly { readonly Body: string; readonly said?: Record<string, string> }[]) => {
    const Messages = letters.map(({ Body, said = {} }, index) => ({
      ...{ MessageId: `m${index}`, ReceiptHandle: `r${index}`, Body, MessageAttributes: attributesOf(said) },
      Attributes: { SentTimestamp: '1796000000000' },
    }));
    sqs.on(ReceiveMessageCommand).resolves({});
    sqs.on(ReceiveMessageCommand, { QueueUrl: 'events' }).resolvesOnce({ Messages }).resolves({});
  };
  const letters = () =>
    deadLetters({
      ...ports,
      sqs: new SQSClient({ region, credentials }),
      lambda: () => new LambdaClient({ region, credentials }),
    });

  // the files of a room share a process
  afterAll(() => {
    sqs.restore();
    lambda.restore();
  });
  beforeEach(() => {
    sqs.reset();
    lambda.reset();
    sqs.on(GetQueueAttributesCommand).resolves({ Attributes: { ApproximateNumberOfMessages: '1' } });
    sqs.on(DeleteMessageCommand).resolves({});
    sqs.on(SendMessageCommand).resolves({});
    sqs.on(ChangeMessageVisibilityBatchCommand).resolves({});
    lambda.on(InvokeCommand).resolves({ StatusCode: 202 });
  });

  it('say what an event was about and why it failed, without secrets, and are given back', async () => {
    given({ Body: ended, said: { ErrorMessage: 'refused: Authorization: Bearer abc.def.ghi' } }, { Body: 'no JSON' });
    const found = await letters().list();
    expect(found.waiting).toEqual({ files: 1, events: 1 });
    expect(found.letters).toMatchObject([
      {
        ...{ id: 'm0', queue: 'events', at: new Date(1_796_000_000_000).toISOString() },
        what: 'Step Functions Execution Status Change: FAILED: create-deployment 01980000',
        why: expect.stringContaining('refused'),
      },
      { id: 'm1', what: 'a message that cannot be read' },
    ]);
    expect(JSON.stringify(found)).not.toContain('abc.def');
    expect(sqs.commandCalls(ChangeMessageVisibilityBatchCommand).map(({ args }) => args[0].input)).toEqual([
      {
        QueueUrl: 'events',
        Entries: ['r0', 'r1'].map((ReceiptHandle, index) => ({ Id: `${index}`, ReceiptHandle, VisibilityTimeout: 0 })),
      },
    ]);
  });

  it.each([
    ['the target that EventBridge names', { TARGET_ARN: 'arn:of:the:target' }, ended, 'arn:of:the:target'],
    ['the function of ended executions', {}, ended, 'ended'],
    ['the sweep', {}, '{}', 'sweep'],
  ])('go to %s, and are deleted after that', async (_, said, Body, FunctionName) => {
    given({ Body, said });
    expect(await letters().redrive('m0')).toBe(true);
    expect(lambda.commandCalls(InvokeCommand)[0]?.args[0].input).toEqual({
      ...{ FunctionName, InvocationType: 'Event', Payload: Buffer.from(Body) },
    });
    expect(sqs.commandCalls(DeleteMessageCommand)[0]?.args[0].input).toEqual({
      ...{ QueueUrl: 'events', ReceiptHandle: 'r0' },
    });
  });

  it('stay when their function cannot be called', async () => {
    given({ Body: ended });
    lambda.on(InvokeCommand).rejects(new UnavailableError('Lambda did not answer'));
    await expect(letters().redrive('m0')).rejects.toThrow(UnavailableError);
    expect(sqs.commandCalls(DeleteMessageCommand)).toEqual([]);
  });

  it('that are not looked for are given back', async () => {
    given({ Body: ended }, { Body: '{}' });
    expect(await letters().drop('m1')).toBe(true);
    const [back] = sqs.commandCalls(ChangeMessageVisibilityBatchCommand).map(({ args }) => args[0].input.Entries);
    expect(back?.map(({ ReceiptHandle }) => ReceiptHandle)).toEqual(['r0']);
    expect(lambda.commandCalls(InvokeCommand)).toEqual([]);
  });
});
