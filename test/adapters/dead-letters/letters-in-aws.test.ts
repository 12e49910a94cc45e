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
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { deadLetters } from '../../../src/adapters/dead-letters/dead-letters.ts';
import { UnavailableError } from '../../../src/foundation/errors.ts';
import { credentials, ports, region } from './letter-ports.ts';

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
    ['the function of today, whatever EventBridge named', { TARGET_ARN: 'arn:of:a:former:one' }, ended, 'ended'],
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

  const givenBack = () =>
    sqs
      .commandCalls(ChangeMessageVisibilityBatchCommand)
      .flatMap(({ args }) => args[0].input.Entries ?? [])
      .map(({ ReceiptHandle }) => ReceiptHandle);

  it('stay when their function cannot be called, and are shown at once to who tries again', async () => {
    given({ Body: ended });
    lambda.on(InvokeCommand).rejects(new UnavailableError('Lambda did not answer'));
    await expect(letters().redrive('m0')).rejects.toThrow(UnavailableError);
    expect(sqs.commandCalls(DeleteMessageCommand)).toEqual([]);
    expect(givenBack()).toEqual(['r0']);
  });

  it('are given back when the other queue does not answer', async () => {
    given({ Body: ended });
    sqs.on(ReceiveMessageCommand, { QueueUrl: 'letters' }).rejects(new UnavailableError('SQS did not answer'));
    await expect(letters().drop('m0')).rejects.toThrow(UnavailableError);
    expect(sqs.commandCalls(DeleteMessageCommand)).toEqual([]);
    expect(givenBack()).toEqual(['r0']);
  });

  it('that were redriven are so, although others could not be given back', async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    given({ Body: ended }, { Body: '{}' });
    sqs.on(ChangeMessageVisibilityBatchCommand).rejects(new UnavailableError('SQS did not answer'));
    expect(await letters().redrive('m1')).toBe(true);
    expect(log.mock.calls.join()).toContain('could not be given back');
    log.mockRestore();
  });

  it('that cannot be sent keep no other one back', async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    given({ Body: '{}' }, { Body: ended }, { Body: '{}' });
    lambda.on(InvokeCommand, { FunctionName: 'ended' }).rejects(new Error('the payload is too large'));
    expect(await letters().redriveAll()).toEqual({ handled: 2, left: 2 });
    const removed = sqs.commandCalls(DeleteMessageCommand).map(({ args }) => args[0].input.ReceiptHandle);
    expect(removed).toEqual(['r0', 'r2']);
    expect(givenBack()).toEqual(['r1']);
    expect(log.mock.calls.join()).toContain('could not be redriven');
    log.mockRestore();
  });

  it('of runs of the sweep begin one run, which does the work of all', async () => {
    const run = { Body: JSON.stringify({ source: 'aws.events', 'detail-type': 'Scheduled Event', detail: {} }) };
    given(run, { Body: ended }, run, run);
    expect(await letters().redriveAll()).toMatchObject({ handled: 4 });
    const called = lambda.commandCalls(InvokeCommand).map(({ args }) => args[0].input.FunctionName);
    expect(called).toEqual(['sweep', 'ended']);
    expect(sqs.commandCalls(DeleteMessageCommand)).toHaveLength(4);
  });

  it('of runs of the sweep stay where that one run could not begin', async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    const run = { Body: '{"source":"aws.events"}' };
    given(run, { Body: ended }, run);
    lambda.on(InvokeCommand, { FunctionName: 'sweep' }).rejects(new UnavailableError('Lambda did not answer'));
    expect(await letters().redriveAll()).toMatchObject({ handled: 1 });
    expect(sqs.commandCalls(DeleteMessageCommand).map(({ args }) => args[0].input.ReceiptHandle)).toEqual(['r1']);
    expect(givenBack().toSorted()).toEqual(['r0', 'r2']);
    log.mockRestore();
  });

  it('of which none could be sent say why', async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    given({ Body: ended });
    lambda.on(InvokeCommand).rejects(new UnavailableError('Lambda did not answer'));
    await expect(letters().redriveAll()).rejects.toThrow('Lambda did not answer');
    expect(givenBack()).toEqual(['r0']);
    log.mockRestore();
  });

  it('are found among more than a list shows', async () => {
    const batch = (from: number) => ({
      Messages: Array.from({ length: 10 }, (_, n) => ({
        ...{ MessageId: `m${from + n}`, ReceiptHandle: `r${from + n}`, Body: ended },
      })),
    });
    const queue = sqs.on(ReceiveMessageCommand).resolves({}).on(ReceiveMessageCommand, { QueueUrl: 'events' });
    for (let from = 0; from < 300; from += 10) queue.resolvesOnce(batch(from));
    expect(await letters().redrive('m255')).toBe(true);
    expect(sqs.commandCalls(ReceiveMessageCommand, { QueueUrl: 'events' })).toHaveLength(26);
    expect(givenBack()).toHaveLength(259);
    expect(givenBack()).not.toContain('r255');
  });

  it.each([
    ['null', '{"detail":null}'],
    ['a number', '{"detail":{"executionArn":7}}'],
    ['a list', '[]'],
  ])('of a call by hand with %s for what happened are listed too', async (_, Body) => {
    given({ Body });
    const [found] = (await letters().list()).letters;
    expect(found?.what).toMatch(/an event|cannot be read/);
  });

  it('that SQS gives twice are listed once', async () => {
    given({ Body: ended });
    sqs
      .on(ReceiveMessageCommand, { QueueUrl: 'letters' })
      .resolvesOnce({ Messages: [{ MessageId: 'one', ReceiptHandle: 'a', Body: 'x' }] })
      .resolvesOnce({ Messages: [{ MessageId: 'one', ReceiptHandle: 'b', Body: 'x' }] })
      .resolves({});
    expect((await letters().list()).letters.map(({ id }) => id).toSorted()).toEqual(['m0', 'one']);
  });

  it('that are not looked for are given back', async () => {
    given({ Body: ended }, { Body: '{}' });
    expect(await letters().drop('m1')).toBe(true);
    const [back] = sqs.commandCalls(ChangeMessageVisibilityBatchCommand).map(({ args }) => args[0].input.Entries);
    expect(back?.map(({ ReceiptHandle }) => ReceiptHandle)).toEqual(['r0']);
    expect(lambda.commandCalls(InvokeCommand)).toEqual([]);
  });
});
