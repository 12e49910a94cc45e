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
