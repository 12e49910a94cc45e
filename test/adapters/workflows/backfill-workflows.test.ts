import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { backfillWorkflows } from '../../../src/adapters/workflows/backfill-workflows.ts';
import type { Backfill } from '../../../src/domain/schedules/backfill.ts';

const client = new SFNClient({ region: 'eu-south-1' });
const stepFunctions = mockClient(client);
const stateMachineArn = 'arn:aws:states:eu-south-1:123456789012:stateMachine:backfill-schedule';
const port = backfillWorkflows(client, () => stateMachineArn);
const backfill = { id: 'b-1', scheduleId: 's-1', createdBy: { issuer: 'i', subject: 'olga' } } as Backfill;
const resumed = { ...backfill, interrupted: { times: 1, by: 'Lambda.Unknown' } } as Backfill;

beforeEach(() => {
  stepFunctions.reset();
  stepFunctions.on(StartExecutionCommand).resolves({});
});

describe('the workflow of a backfill', () => {
  it('is named by it, another one after an interruption, and gets ids only', async () => {
    await port.start(backfill);
    await port.start(resumed);
    const input = JSON.stringify({ scheduleId: 's-1', backfillId: 'b-1' });
    expect(stepFunctions.commandCalls(StartExecutionCommand).map(({ args }) => args[0].input)).toEqual([
      { stateMachineArn, name: 'b-1', input },
      { stateMachineArn, name: 'b-1-r1', input },
    ]);
  });

  it('is started when it was started before, and not when Step Functions refuses', async () => {
    stepFunctions.on(StartExecutionCommand).rejectsOnce(new ExecutionAlreadyExists({ message: '', $metadata: {} }));
    await expect(port.start(backfill)).resolves.toBeUndefined();
    stepFunctions.on(StartExecutionCommand).rejects(new Error('throttled'));
    await expect(port.start(backfill)).rejects.toThrow('throttled');
  });

  it('is found by the same name', async () => {
    stepFunctions.on(DescribeExecutionCommand).resolvesOnce({ status: 'SUCCEEDED' });
    expect(await port.execution(resumed)).toMatchObject({ state: 'SUCCEEDED' });
    expect(stepFunctions.commandCalls(DescribeExecutionCommand)[0]?.args[0].input.executionArn).toBe(
      'arn:aws:states:eu-south-1:123456789012:execution:backfill-schedule:b-1-r1',
    );
    const absent = new ExecutionDoesNotExist({ message: '', $metadata: {} });
    stepFunctions.on(DescribeExecutionCommand).rejects(absent);
    expect(await port.execution(backfill)).toEqual({ state: 'UNKNOWN' });
  });
});
