import { ListExecutionsCommand, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { awaiting, calling, functionArn, gate, type Laptop, openLaptop, type Setting, workflowArn } from './laptop.ts';

let laptop: Laptop;
const given = async (setting: Setting): Promise<void> => {
  laptop = await openLaptop(setting);
};
afterEach(() => laptop.stop());

class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

const refuse = (): never => {
  throw new RefusedError('no room');
};

describe('a task that runs an Express workflow', () => {
  /** calls the function that its input names, pauses for as long as that says, and calls it again */
  const express = {
    StartAt: 'Look',
    States: {
      Look: {
        Type: 'Task',
        Resource: 'arn:aws:states:::lambda:invoke',
        Parameters: { 'FunctionName.$': '$.function', Payload: { 'since.$': '$$.Execution.StartTime' } },
        ResultPath: '$.looked',
        Next: 'Is it ready?',
      },
      'Is it ready?': {
        Type: 'Choice',
        Choices: [{ Variable: '$.looked.Payload.ready', BooleanEquals: true, Next: 'Say so' }],
        Default: 'Wait',
      },
      Wait: { Type: 'Wait', SecondsPath: '$.looked.Payload.pause', Next: 'Look' },
      'Say so': { Type: 'Succeed', OutputPath: '$.looked.Payload' },
    },
  };
  const Parameters = { StateMachineArn: workflowArn('express'), Input: { function: functionArn('look') } };
  const parent = (more: object = {}) => ({
    StartAt: 'Poll',
    States: {
      Poll: {
        ...{ Type: 'Task', Resource: 'arn:aws:states:::aws-sdk:sfn:startSyncExecution', Parameters },
        ...{ TimeoutSeconds: 60, End: true, ...more },
      },
    },
  });

  it('gets its output as text, and leaves no execution of its own on any list', async () => {
    let looks = 0;
    const look = () => ({ ready: ++looks === 3, pause: 3 });
    const ResultSelector = { 'said.$': 'States.StringToJson($.Output)', 'status.$': '$.Status' };
    await given({ workflows: { express, parent: parent({ ResultSelector }) }, functions: { look } });
    const { status, output } = await laptop.ended(await laptop.start('parent'));
    expect({ status, output: JSON.parse(`${output}`) }).toEqual({
      status: 'SUCCEEDED',
      output: { said: { ready: true, pause: 3 }, status: 'SUCCEEDED' },
    });
    const listed = await laptop.client.send(new ListExecutionsCommand({ stateMachineArn: workflowArn('express') }));
    expect(listed.executions).toEqual([]);
  });

  it('is told when it failed, and does not fail for it', async () => {
    await given({ workflows: { express, parent: parent() }, functions: { look: refuse } });
    const { status, output } = await laptop.ended(await laptop.start('parent'));
    expect(status).toBe('SUCCEEDED');
    expect(JSON.parse(`${output}`)).toMatchObject({ Status: 'FAILED', Error: 'RefusedError' });
  });

  it('stops it when it is stopped itself', async () => {
    const door = gate();
    let looks = 0;
    const look = async () => {
      looks += 1;
      await door.opened;
      return { ready: false, pause: 3 };
    };
    await given({ workflows: { express, parent: parent() }, functions: { look } });
    const arn = await laptop.start('parent');
    await eventually(() => expect(looks).toBe(1));
    await laptop.client.send(new StopExecutionCommand({ executionArn: arn }));
    door.open();
    expect(await laptop.ended(arn)).toMatchObject({ status: 'ABORTED' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(looks).toBe(1);
  });
});

describe('a task that calls a function', () => {
  it('is retried by the name of the error, as often as the workflow says', async () => {
    let calls = 0;
    const Retry = [
      { ErrorEquals: ['OtherError'], MaxAttempts: 1 },
      { ErrorEquals: ['RefusedError'], IntervalSeconds: 5, MaxAttempts: 4, BackoffRate: 2, MaxDelaySeconds: 10 },
    ];
    await given({
      workflows: { poll: calling('poll', { Retry }) },
      functions: { poll: () => (++calls < 4 ? refuse() : 'ready') },
    });
    expect(await laptop.ended(await laptop.start('poll'))).toMatchObject({ status: 'SUCCEEDED', output: '"ready"' });
    expect(calls).toBe(4);
  });

  it('is caught by the name of the error, with a Cause as Lambda writes it', async () => {
    const Catch = [{ ErrorEquals: ['RefusedError'], ResultPath: '$.failure', Next: 'Tell' }];
    const { StartAt, States } = calling('refuse', { Catch }) as { StartAt: string; States: object };
    const Tell = {
      Type: 'Pass',
      Parameters: { 'error.$': '$.failure.Error', 'cause.$': 'States.StringToJson($.failure.Cause)' },
      End: true,
    };
    await given({ workflows: { refused: { StartAt, States: { ...States, Tell } } }, functions: { refuse } });
    const { output } = await laptop.ended(await laptop.start('refused'));
    expect(JSON.parse(`${output}`)).toMatchObject({
      error: 'RefusedError',
      cause: { errorType: 'RefusedError', errorMessage: 'no room' },
    });
  });

  it('fails the execution when nobody catches its error', async () => {
    await given({ workflows: { refused: calling('refuse') }, functions: { refuse } });
    const { status, error, cause } = await laptop.ended(await laptop.start('refused'));
    expect({ status, error }).toEqual({ status: 'FAILED', error: 'RefusedError' });
    expect(JSON.parse(`${cause}`)).toMatchObject({ errorMessage: 'no room' });
  });

  it('ends the execution past every Catch when its result is over 256 KiB', async () => {
    const Catch = [{ ErrorEquals: ['States.ALL'], Next: 'Call' }];
    await given({ workflows: { big: calling('big', { Catch }) }, functions: { big: () => 'a'.repeat(262_144) } });
    expect(await laptop.ended(await laptop.start('big'))).toMatchObject({
      status: 'FAILED',
      error: 'States.DataLimitExceeded',
    });
  });

  it('runs inside Parallel branches and Map processors', async () => {
    const squares = {
      Type: 'Map',
      ItemsPath: '$',
      ItemProcessor: {
        StartAt: 'Square',
        States: { Square: { Type: 'Task', Resource: functionArn('square'), End: true } },
      },
      End: true,
    };
    const Branches = [
      { StartAt: 'All', States: { All: squares } },
      { StartAt: 'Sum', States: { Sum: { Type: 'Task', Resource: functionArn('sum'), End: true } } },
    ];
    await given({
      workflows: { both: { StartAt: 'Both', States: { Both: { Type: 'Parallel', Branches, End: true } } } },
      functions: { square: (n: number) => n * n, sum: (all: number[]) => all.reduce((a, b) => a + b) },
    });
    expect((await laptop.ended(await laptop.start('both', [1, 2, 3]))).output).toBe('[[1,4,9],6]');
  });

  it('times out with the execution, which then is TIMED_OUT', async () => {
    const door = gate();
    await given({
      workflows: { slow: { ...calling('slow'), TimeoutSeconds: 1 } },
      functions: { slow: () => door.opened },
    });
    const { status, error } = await laptop.ended(await laptop.start('slow'));
    expect({ status, error }).toEqual({ status: 'TIMED_OUT', error: 'States.Timeout' });
    door.open();
  });
});

describe('a task that awaits another workflow', () => {
  const workflows = { parent: awaiting('child'), child: calling('work') };
  const childOf = (arn: string): string => `${arn.replace(':parent:', ':child:')}-1`;

  it('gives the description of the ended execution, with its output as JSON', async () => {
    await given({ workflows, functions: { work: ({ n }: { n: number }) => ({ done: n }) } });
    const arn = await laptop.start('parent', { n: 1 });
    const { output } = await laptop.ended(arn);
    expect(JSON.parse(`${output}`)).toMatchObject({
      ExecutionArn: childOf(arn),
      Status: 'SUCCEEDED',
      Input: { n: 1 },
      Output: { done: 1 },
    });
  });

  it('fails with States.TaskFailed when the other fails, and says how', async () => {
    await given({ workflows, functions: { work: refuse } });
    const { status, error, cause } = await laptop.ended(await laptop.start('parent'));
    expect({ status, error }).toEqual({ status: 'FAILED', error: 'States.TaskFailed' });
    expect(JSON.parse(`${cause}`)).toMatchObject({ Status: 'FAILED', Error: 'RefusedError' });
  });

  it('takes the other along when it is stopped', async () => {
    const begun = gate();
    const door = gate();
    const work = () => {
      begun.open();
      return door.opened;
    };
    await given({ workflows, functions: { work } });
    const executionArn = await laptop.start('parent');
    await begun.opened;
    await laptop.client.send(new StopExecutionCommand({ executionArn }));
    expect((await laptop.ended(executionArn)).status).toBe('ABORTED');
    expect((await laptop.ended(childOf(executionArn))).status).toBe('ABORTED');
    door.open();
  });

  it('stops the other when its own time is up', async () => {
    const door = gate();
    await given({
      workflows: { ...workflows, parent: awaiting('child', { TimeoutSeconds: 1 }) },
      functions: { work: () => door.opened },
    });
    const arn = await laptop.start('parent');
    expect(await laptop.ended(arn)).toMatchObject({ status: 'FAILED', error: 'States.Timeout' });
    expect((await laptop.ended(childOf(arn))).status).toBe('ABORTED');
    door.open();
  });

  it('fails when the name is taken', async () => {
    await given({ workflows, functions: { work: () => 1 } });
    await laptop.ended(await laptop.start('child', { other: true }, 'x-1'));
    expect(await laptop.ended(await laptop.start('parent', {}, 'x'))).toMatchObject({
      status: 'FAILED',
      error: 'StepFunctions.ExecutionAlreadyExistsException',
    });
  });

  it('goes on at once when it only starts the other', async () => {
    const door = gate();
    const Resource = 'arn:aws:states:::states:startExecution';
    await given({
      workflows: { ...workflows, parent: awaiting('child', { Resource }) },
      functions: { work: () => door.opened },
    });
    const arn = await laptop.start('parent');
    expect(JSON.parse(`${(await laptop.ended(arn)).output}`)).toMatchObject({ ExecutionArn: childOf(arn) });
    door.open();
    expect((await laptop.ended(childOf(arn))).status).toBe('SUCCEEDED');
  });
});

describe('the announcement', () => {
  it('tells of every ending as EventBridge does, and again when it was not taken', async () => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => {});
    const door = gate();
    let attempts = 0;
    const heard: unknown[] = [];
    await given({
      workflows: { refused: calling('refuse') },
      functions: { refuse },
      announce: async (event) => {
        if (++attempts === 1) throw new Error('busy');
        heard.push(event);
        door.open();
      },
    });
    const arn = await laptop.start('refused', { id: 'd1' }, 'op1');
    await door.opened;
    expect(complaint).toHaveBeenCalledOnce();
    complaint.mockRestore();
    expect(heard).toMatchObject([
      {
        source: 'aws.states',
        'detail-type': 'Step Functions Execution Status Change',
        resources: [arn],
        detail: { executionArn: arn, name: 'op1', status: 'FAILED', input: '{"id":"d1"}', error: 'RefusedError' },
      },
    ]);
  });
});
