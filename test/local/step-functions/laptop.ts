import { setTimeout } from 'node:timers/promises';
import { DescribeExecutionCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import {
  type StepFunctions,
  type StepFunctionsOptions,
  startStepFunctions,
} from '../../../local/step-functions/endpoint.ts';
import type { StatusChange } from '../../../local/step-functions/status-change.ts';

/** What a function does with its event. */
export type FakeFunction = (event: never) => unknown;

export const workflowArn = (name: string): string => `arn:aws:states:us-east-1:000000000000:stateMachine:${name}`;
export const functionArn = (name: string): string => `arn:aws:lambda:us-east-1:000000000000:function:${name}`;

/** Workflows by name, functions by name; each is made of ASL without the boilerplate. */
export interface Setting {
  readonly workflows: Readonly<Record<string, object>>;
  readonly functions?: Readonly<Record<string, FakeFunction>>;
  readonly dataFile?: string;
  readonly announce?: StepFunctionsOptions['announce'];
  readonly place?: StepFunctionsOptions['place'];
}

/** An endpoint and the real client that talks to it. */
export interface Laptop extends StepFunctions {
  readonly client: SFNClient;
  readonly announced: readonly StatusChange[];
  start(workflow: string, input?: unknown, name?: string): Promise<string>;
  /** The execution once it is no longer RUNNING. */
  ended(arn: string): Promise<Awaited<ReturnType<typeof describe>>>;
}

export const openLaptop = async (setting: Setting): Promise<Laptop> => {
  const announced: StatusChange[] = [];
  const stepFunctions = await startStepFunctions({
    workflows: Object.entries(setting.workflows).map(([name, definition]) => ({
      arn: workflowArn(name),
      name,
      definition: JSON.stringify(definition),
    })),
    invoke: async (arn, event) => setting.functions?.[arn.slice(functionArn('').length)]?.(event as never),
    announce: setting.announce ?? (async (event) => void announced.push(event)),
    ...(setting.dataFile !== undefined && { dataFile: setting.dataFile }),
    ...(setting.place && { place: setting.place }),
    pace: 0.001,
    validated: true, // to check one takes a quarter of a second; workflows.test.ts checks those of the app
  });
  const client = new SFNClient({
    endpoint: stepFunctions.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  return {
    ...stepFunctions,
    client,
    announced,
    start: async (workflow, input = {}, name) => {
      const request = { stateMachineArn: workflowArn(workflow), input: JSON.stringify(input), ...(name && { name }) };
      return `${(await client.send(new StartExecutionCommand(request))).executionArn}`;
    },
    ended: async (arn) => {
      for (;;) {
        const execution = await describe(client, arn);
        if (execution.status !== 'RUNNING') return execution;
        await setTimeout(2);
      }
    },
    stop: async () => {
      client.destroy();
      await stepFunctions.stop();
    },
  };
};

const describe = (client: SFNClient, executionArn: string) =>
  client.send(new DescribeExecutionCommand({ executionArn }));

/** A machine of one Task state that calls one function. */
export const calling = (name: string, fields: object = {}): object => ({
  StartAt: 'Call',
  States: { Call: { Type: 'Task', Resource: functionArn(name), End: true, ...fields } },
});

/** A machine that runs another as its task and answers what that gave. */
export const awaiting = (workflow: string, fields: object = {}): object => ({
  StartAt: 'Await',
  States: {
    Await: {
      Type: 'Task',
      Resource: 'arn:aws:states:::states:startExecution.sync:2',
      Parameters: {
        StateMachineArn: workflowArn(workflow),
        'Name.$': "States.Format('{}-1', $$.Execution.Name)",
        'Input.$': '$',
      },
      End: true,
      ...fields,
    },
  },
});

/** A promise that a test lets go. */
export const gate = (): { readonly opened: Promise<void>; open(): void } => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
};
