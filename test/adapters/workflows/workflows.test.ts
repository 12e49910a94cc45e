import {
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
  ValidationException,
} from '@aws-sdk/client-sfn';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { workflows } from '../../../src/adapters/workflows/workflows.ts';
import { deleting, deployment } from '../tables/samples.ts';

const client = new SFNClient({ region: 'eu-south-1' });
const stepFunctions = mockClient(client);
const stateMachine = (workflow: string) => `arn:aws:states:eu-south-1:123456789012:stateMachine:${workflow}`;
const port = workflows({ client, stateMachine });
const current = deployment(1);

beforeEach(() => {
  stepFunctions.reset();
  stepFunctions.on(StartExecutionCommand).resolves({});
  stepFunctions.on(StopExecutionCommand).resolves({});
});

describe('starting a workflow', () => {
  it('names the execution by its operation and gives it ids only', async () => {
    await port.startOperation(current);
    await port.startOperation(deleting(current));
    const started = stepFunctions.commandCalls(StartExecutionCommand).map(({ args }) => args[0].input);
    const input = (operationId: string) => JSON.stringify({ deploymentId: current.id, operationId });
    expect(started).toEqual([
      { stateMachineArn: stateMachine('CREATE'), name: 'operation-1', input: input('operation-1') },
      { stateMachineArn: stateMachine('DELETE'), name: 'deletion', input: input('deletion') },
    ]);
  });

  it('names a notification’s execution by its id', async () => {
    await port.startNotification('n-1');
    expect(stepFunctions.commandCalls(StartExecutionCommand)[0]?.args[0].input).toEqual({
      stateMachineArn: stateMachine('NOTIFY'),
      name: 'n-1',
      input: '{"notificationId":"n-1"}',
    });
  });

  it('gives an action its ids, and names it by its own', async () => {
    const seenAt = '2026-11-20T12:00:00.000Z';
    const action = { deploymentId: 'd', resourceId: 'r', actionId: 'a-1', type: 'stop', seenAt } as const;
    await port.startAction(action);
    expect(stepFunctions.commandCalls(StartExecutionCommand)[0]?.args[0].input).toEqual({
      stateMachineArn: stateMachine('ACTION'),
      name: 'a-1',
      input: JSON.stringify(action),
    });
  });

  it('is another execution after each interruption', async () => {
    const interrupted = { times: 2, by: 'Lambda.Unknown' };
    await port.startNotification('n-1', interrupted);
    await port.startOperation({ ...current, operation: { ...current.operation, interrupted } });
    const names = stepFunctions.commandCalls(StartExecutionCommand).map(({ args }) => args[0].input.name);
    expect(names).toEqual(['n-1-r2', 'operation-1-r2']);
  });

  it('is done when it was started before', async () => {
    stepFunctions.on(StartExecutionCommand).rejects(new ExecutionAlreadyExists({ message: '', $metadata: {} }));
    await expect(port.startOperation(current)).resolves.toBeUndefined();
  });

  it('passes on every other error', async () => {
    stepFunctions.on(StartExecutionCommand).rejects(new Error('no such state machine'));
    await expect(port.startOperation(current)).rejects.toThrow('no such state machine');
  });
});

describe('stopping a workflow', () => {
  it('stops the execution of the operation', async () => {
    await port.stopOperation(current);
    expect(stepFunctions.commandCalls(StopExecutionCommand)[0]?.args[0].input).toMatchObject({
      executionArn: 'arn:aws:states:eu-south-1:123456789012:execution:CREATE:operation-1',
      error: 'OperationSupersededError',
    });
  });

  it('is done when it never began', async () => {
    stepFunctions.on(StopExecutionCommand).rejects(new ExecutionDoesNotExist({ message: '', $metadata: {} }));
    await expect(port.stopOperation(current)).resolves.toBeUndefined();
  });

  it('is done when it has ended meanwhile, and not when the request is wrong', async () => {
    const refused = (message: string) => new ValidationException({ message, $metadata: {} });
    stepFunctions.on(StopExecutionCommand).rejects(refused('Execution is not running'));
    await expect(port.stopOperation(current)).resolves.toBeUndefined();
    stepFunctions.on(StopExecutionCommand).rejects(refused('error is too long'));
    await expect(port.stopOperation(current)).rejects.toThrow('too long');
  });

  it('passes on every other error', async () => {
    stepFunctions.on(StopExecutionCommand).rejects(new Error('not yours'));
    await expect(port.stopOperation(current)).rejects.toThrow('not yours');
  });
});
