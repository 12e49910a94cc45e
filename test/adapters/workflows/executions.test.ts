import { DescribeExecutionCommand, ExecutionDoesNotExist, SFNClient } from '@aws-sdk/client-sfn';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { executions } from '../../../src/adapters/workflows/executions.ts';
import { deleting, deployment } from '../tables/samples.ts';

const client = new SFNClient({ region: 'eu-south-1' });
const stepFunctions = mockClient(client);
const stateMachine = (workflow: string) => `arn:aws:states:eu-south-1:123456789012:stateMachine:${workflow}`;
const execution = (name: string) => `arn:aws:states:eu-south-1:123456789012:execution:${name}`;
const port = executions({ client, stateMachine });
const current = deployment(1);
const action = { deploymentId: 'd', resourceId: 'r', actionId: 'a-1' };

beforeEach(() => {
  stepFunctions.reset();
  stepFunctions.on(DescribeExecutionCommand).resolves({ status: 'RUNNING' });
});

describe('asking after an execution', () => {
  it('goes by the name that it was started under, also after an interruption', async () => {
    await port.ofOperation(current);
    await port.ofOperation(deleting(current));
    await port.ofAction(action);
    await port.ofEvent('o-1');
    const interrupted = { times: 2, by: 'Lambda.Unknown' };
    await port.ofOperation({ ...current, operation: { ...current.operation, interrupted } });
    await port.ofCallback({ notificationId: 'n-1' });
    await port.ofCallback({ notificationId: 'n-1', interrupted });
    expect(stepFunctions.commandCalls(DescribeExecutionCommand).map(({ args }) => args[0].input)).toEqual(
      [
        ...['CREATE:operation-1', 'DELETE:deletion', 'ACTION:a-1', 'EVENT:o-1', 'CREATE:operation-1-r2'],
        ...['NOTIFY:n-1', 'NOTIFY:n-1-r2'],
      ].map((name) => ({ executionArn: execution(name) })),
    );
  });

  it.each(['SUCCEEDED', 'TIMED_OUT', 'ABORTED', 'RUNNING'] as const)('tells that it is %s', async (status) => {
    stepFunctions.on(DescribeExecutionCommand).resolves({ status });
    expect(await port.ofOperation(current)).toEqual({ state: status });
  });

  it('tells the error that it FAILED with', async () => {
    const ended = { error: 'Lambda.Unknown', cause: 'nobody knows' };
    stepFunctions.on(DescribeExecutionCommand).resolves({ status: 'FAILED', ...ended });
    expect(await port.ofOperation(current)).toEqual({ state: 'FAILED', ...ended });
  });

  it('takes one that is about to be redriven for a running one, and any status that is new to it', async () => {
    for (const status of ['PENDING_REDRIVE', 'RESTING' as never, undefined] as const) {
      stepFunctions.on(DescribeExecutionCommand).resolves({ status });
      expect(await port.ofOperation(current)).toEqual({ state: 'RUNNING' });
    }
  });

  it('says when there is none, or its history is gone', async () => {
    stepFunctions.on(DescribeExecutionCommand).rejects(new ExecutionDoesNotExist({ message: '', $metadata: {} }));
    expect(await port.ofOperation(current)).toEqual({ state: 'UNKNOWN' });
  });

  it('passes on every other error', async () => {
    stepFunctions.on(DescribeExecutionCommand).rejects(new Error('not yours'));
    await expect(port.ofAction(action)).rejects.toThrow('not yours');
  });
});
