import {
  DescribeStateMachineCommand,
  GetExecutionHistoryCommand,
  ListExecutionsCommand,
  ListStateMachinesCommand,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import { afterEach, describe, expect, it } from 'vitest';
import { calling, gate, type Laptop, openLaptop, type Setting, workflowArn } from './laptop.ts';

let laptop: Laptop;
const given = async (setting: Setting): Promise<void> => {
  laptop = await openLaptop(setting);
};
afterEach(() => laptop.stop());

describe('StartExecution', () => {
  it('runs the workflow and keeps input and output', async () => {
    await given({ workflows: { double: calling('double') }, functions: { double: ({ n }: { n: number }) => n * 2 } });
    const arn = await laptop.start('double', { n: 21 }, 'first');
    expect(arn).toBe('arn:aws:states:us-east-1:000000000000:execution:double:first');
    expect(await laptop.ended(arn)).toMatchObject({
      status: 'SUCCEEDED',
      name: 'first',
      input: '{"n":21}',
      output: '42',
    });
  });

  it('answers the running execution when name and input are the same', async () => {
    const door = gate();
    await given({ workflows: { wait: calling('wait') }, functions: { wait: () => door.opened } });
    const request = { stateMachineArn: workflowArn('wait'), name: 'once', input: '{"a":1}' };
    const first = await laptop.client.send(new StartExecutionCommand(request));
    const second = await laptop.client.send(new StartExecutionCommand(request));
    expect(second.executionArn).toBe(first.executionArn);
    expect(second.startDate).toEqual(first.startDate);
    door.open();
  });

  it('refuses a name that runs with another input', async () => {
    const door = gate();
    await given({ workflows: { wait: calling('wait') }, functions: { wait: () => door.opened } });
    await laptop.start('wait', { a: 1 }, 'once');
    await expect(laptop.start('wait', { a: 2 }, 'once')).rejects.toMatchObject({
      name: 'ExecutionAlreadyExists',
      $metadata: { httpStatusCode: 400 },
    });
    door.open();
  });

  it('refuses the name of an execution that has ended', async () => {
    await given({ workflows: { pass: calling('pass') }, functions: { pass: () => 1 } });
    await laptop.ended(await laptop.start('pass', {}, 'once'));
    await expect(laptop.start('pass', {}, 'once')).rejects.toMatchObject({ name: 'ExecutionAlreadyExists' });
  });

  it('makes a name when none is given', async () => {
    await given({ workflows: { pass: calling('pass') }, functions: { pass: () => 1 } });
    expect(await laptop.start('pass')).not.toBe(await laptop.start('pass'));
  });

  it.each([
    ['an unknown workflow', { stateMachineArn: workflowArn('none') }, 'StateMachineDoesNotExist'],
    ['an input that is no JSON', { stateMachineArn: workflowArn('pass'), input: '{' }, 'InvalidExecutionInput'],
    ['a name with a space', { stateMachineArn: workflowArn('pass'), name: 'a b' }, 'InvalidName'],
    ['a name of 81 characters', { stateMachineArn: workflowArn('pass'), name: 'a'.repeat(81) }, 'InvalidName'],
    [
      'an input over 256 KiB',
      { stateMachineArn: workflowArn('pass'), input: JSON.stringify('a'.repeat(262_144)) },
      'ValidationException',
    ],
  ])('refuses %s', async (_case, request, name) => {
    await given({ workflows: { pass: calling('pass') } });
    await expect(laptop.client.send(new StartExecutionCommand(request))).rejects.toMatchObject({ name });
  });
});

describe('StopExecution', () => {
  it('ends the execution as ABORTED with error and cause, and its tasks no longer count', async () => {
    const door = gate();
    await given({ workflows: { wait: calling('wait') }, functions: { wait: () => door.opened } });
    const executionArn = await laptop.start('wait');
    await laptop.client.send(new StopExecutionCommand({ executionArn, error: 'Superseded', cause: 'deleted' }));
    door.open();
    expect(await laptop.ended(executionArn)).toMatchObject({
      status: 'ABORTED',
      error: 'Superseded',
      cause: 'deleted',
    });
  });

  it('does not run a state again that was pausing for its retry', async () => {
    let calls = 0;
    const called = gate();
    const Retry = [{ ErrorEquals: ['States.ALL'], IntervalSeconds: 3600, MaxAttempts: 50 }];
    const fails = () => {
      calls += 1;
      called.open();
      throw new Error('not yet');
    };
    laptop = await openLaptop({ workflows: { poll: calling('poll', { Retry }) }, functions: { poll: fails } });
    const executionArn = await laptop.start('poll');
    await called.opened;
    await laptop.client.send(new StopExecutionCommand({ executionArn }));
    expect(await laptop.ended(executionArn)).toMatchObject({ status: 'ABORTED' });
    expect(calls).toBe(1);
  });

  it('leaves an execution that has ended as it was', async () => {
    await given({ workflows: { pass: calling('pass') }, functions: { pass: () => 1 } });
    const executionArn = await laptop.start('pass');
    const { stopDate } = await laptop.ended(executionArn);
    const again = await laptop.client.send(new StopExecutionCommand({ executionArn }));
    expect(again.stopDate).toEqual(stopDate);
    expect(await laptop.ended(executionArn)).toMatchObject({ status: 'SUCCEEDED' });
  });

  it('says so when there is no such execution', async () => {
    await given({ workflows: { pass: calling('pass') } });
    const executionArn = 'arn:aws:states:us-east-1:000000000000:execution:pass:none';
    await expect(laptop.client.send(new StopExecutionCommand({ executionArn }))).rejects.toMatchObject({
      name: 'ExecutionDoesNotExist',
    });
  });
});

describe('the lists', () => {
  it('gives the executions of a workflow, newest first, by pages and by status', async () => {
    await given({ workflows: { pass: calling('pass'), other: calling('pass') }, functions: { pass: () => 1 } });
    for (const name of ['a', 'b', 'c']) await laptop.ended(await laptop.start('pass', {}, name));
    await laptop.start('other', {}, 'd');
    const stateMachineArn = workflowArn('pass');
    const first = await laptop.client.send(new ListExecutionsCommand({ stateMachineArn, maxResults: 2 }));
    expect(first.executions?.map(({ name }) => name)).toEqual(['c', 'b']);
    const rest = await laptop.client.send(new ListExecutionsCommand({ stateMachineArn, nextToken: first.nextToken }));
    expect(rest.executions?.map(({ name }) => name)).toEqual(['a']);
    expect(rest.nextToken).toBeUndefined();
    const failed = await laptop.client.send(new ListExecutionsCommand({ stateMachineArn, statusFilter: 'FAILED' }));
    expect(failed.executions).toEqual([]);
  });

  it('gives the workflows and their definitions', async () => {
    const definition = calling('pass');
    await given({ workflows: { pass: definition } });
    const { stateMachines } = await laptop.client.send(new ListStateMachinesCommand());
    expect(stateMachines).toMatchObject([{ name: 'pass', stateMachineArn: workflowArn('pass'), type: 'STANDARD' }]);
    const described = await laptop.client.send(
      new DescribeStateMachineCommand({ stateMachineArn: workflowArn('pass') }),
    );
    expect(JSON.parse(`${described.definition}`)).toEqual(definition);
  });

  it('gives the history of an execution in the words of Step Functions', async () => {
    await given({
      workflows: { fails: calling('fails') },
      functions: {
        fails: () => {
          throw new TypeError('no');
        },
      },
    });
    const executionArn = await laptop.start('fails');
    await laptop.ended(executionArn);
    const { events } = await laptop.client.send(new GetExecutionHistoryCommand({ executionArn }));
    expect(events?.map(({ type }) => type)).toEqual([
      'ExecutionStarted',
      'TaskStateEntered',
      'TaskFailed',
      'ExecutionFailed',
    ]);
    expect(events?.[1]?.stateEnteredEventDetails?.name).toBe('Call');
    expect(events?.[3]?.executionFailedEventDetails?.error).toBe('TypeError');
  });
});

describe('the endpoint', () => {
  it.each([
    [
      'no operation that it knows',
      { 'x-amz-target': 'AWSStepFunctions.Fly', 'content-type': 'application/x-amz-json-1.0' },
    ],
    [
      'a content type that a web page could send',
      { 'x-amz-target': 'AWSStepFunctions.ListStateMachines', 'content-type': 'text/plain' },
    ],
  ])('refuses %s', async (_case, headers) => {
    await given({ workflows: { pass: { ...calling('pass') } } });
    const response = await fetch(laptop.endpoint, { method: 'POST', headers, body: '{}' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ __type: 'UnknownOperationException' });
  });

  it('refuses a workflow that names a resource it cannot reach', async () => {
    const sending = calling('x', { Resource: 'arn:aws:states:::sqs:sendMessage' });
    await expect(openLaptop({ workflows: { sending } })).rejects.toThrow('sqs:sendMessage');
    await given({ workflows: {} });
  });
});
