/** Runs the real definitions with the real steps, in the time of a test's clock: a retry's pause advances it, and takes none. */

import { StateMachine } from 'aws-local-stepfunctions';
import { definitionText } from '../../lib/workflows/definitions.ts';
import type { ManualClock } from '../domain/deployments/world.ts';
import { inStep } from './kinds-of-calls.ts';

type Json = Parameters<StateMachine['run']>[0];

export interface Retrier {
  readonly ErrorEquals: readonly string[];
  readonly IntervalSeconds?: number;
  readonly BackoffRate?: number;
  readonly MaxDelaySeconds?: number;
  readonly MaxAttempts: number;
}

export interface State {
  readonly Type: string;
  readonly Resource?: string;
  readonly TimeoutSeconds?: number;
  readonly SecondsPath?: string;
  readonly Parameters?: unknown;
  readonly ResultPath?: string | null;
  readonly Retry?: readonly Retrier[];
  readonly Catch?: readonly { readonly ErrorEquals: readonly string[]; readonly Next: string }[];
  readonly Choices?: readonly { readonly StringEquals: string; readonly Next: string }[];
  readonly Default?: string;
  readonly ResultSelector?: object;
  readonly Next?: string;
  readonly End?: boolean;
}

export interface Definition {
  readonly StartAt: string;
  readonly States: { readonly [name: string]: State };
}

export const names = [
  'create-deployment',
  'attempt-provider',
  'update-deployment',
  'delete-deployment',
  'act-on-resource',
  'notify-callback',
  'fire-schedule',
  'backfill-schedule',
] as const;
export type WorkflowName = (typeof names)[number];

/** Those that cost by the second, and no transitions. */
export type ExpressName = 'poll';

/** With its fragments filled in, as it is deployed. */
export const definitionOf = (name: WorkflowName | ExpressName): Definition =>
  JSON.parse(definitionText(name).replaceAll('${Partition}', 'aws')) as Definition;

const definitions = Object.fromEntries([...names, 'poll' as const].map((name) => [name, definitionOf(name)])) as Record<
  WorkflowName | ExpressName,
  Definition
>;

/** In the time of a test's clock: a Wait is a task that advances it, and the runner's own instant of the start is another's. */
const inTestTime = ({ States, ...definition }: Definition): Definition => {
  const states = Object.entries(States).map(([name, { SecondsPath, ...state }]) => {
    const wait = { Type: 'Task', Resource: waiting, Parameters: { 'seconds.$': SecondsPath }, ResultPath: null };
    return [name, SecondsPath === undefined ? state : { ...wait, Next: state.Next }];
  });
  const text = JSON.stringify({ ...definition, States: Object.fromEntries(states) });
  return JSON.parse(text.replaceAll('.Execution.StartTime', '.Execution.Began')) as Definition;
};

const waiting = 'arn:aws:lambda:x:1:function:wait';

const machines = Object.fromEntries(
  Object.entries(definitions).map(([name, definition]) => {
    const played = inTestTime(definition);
    // test/local/template/workflows.test.ts checks them against the schema of the States Language, which takes a second
    const machine = new StateMachine(played as never, { validationOptions: { noValidate: true } });
    return [name, { machine, states: Object.entries(played.States) }];
  }),
) as Record<WorkflowName | ExpressName, { readonly machine: StateMachine; readonly states: [string, State][] }>;

/** Seconds before the n-th retry, from 0; the defaults are those of the States Language. */
export const pause = (
  { IntervalSeconds = 1, BackoffRate = 2, MaxDelaySeconds = Infinity }: Retrier,
  n: number,
): number => Math.min(IntervalSeconds * BackoffRate ** n, MaxDelaySeconds);

/** The process is gone: no Retry, no Catch, no further state. */
export class Killed extends Error {
  override readonly name = 'Killed';
  readonly isRetryable = false;
  readonly isCatchable = false;
}

export type Steps = { readonly [placeholder: string]: (input: unknown) => Promise<unknown> };

export interface RunOptions {
  readonly steps: Steps;
  readonly clock: ManualClock;
  readonly isDead?: () => boolean;
  /** name of the execution; default: that of its workflow */
  readonly name?: string;
  /** Wraps the call of a state: an error of the platform may come before it, or in the place of its answer. */
  readonly around?: (state: string, call: () => Promise<unknown>) => Promise<unknown>;
}

export interface Ran {
  readonly status: 'SUCCEEDED' | 'FAILED' | 'KILLED';
  readonly output?: unknown;
  /** `name: message` */
  readonly error?: string;
  /** states entered, in order, those of nested executions too, but not of Express ones */
  readonly path: readonly string[];
  /** as Step Functions bills them: states entered, and retries; none of Express workflows */
  readonly transitions: number;
  readonly express: Express;
}

/** What Express executions are billed by, and how often they called which function. */
interface Express {
  runs: number;
  seconds: number;
  readonly calls: Map<string, number>;
}

interface Counts {
  readonly path: string[];
  readonly express: Express;
  transitions: number;
}

export const run = async (name: WorkflowName, input: Json, options: RunOptions): Promise<Ran> => {
  const counts: Counts = { path: [], transitions: 0, express: { runs: 0, seconds: 0, calls: new Map() } };
  const ended = await withoutStacks(() => execute(name, input, options, counts));
  return { ...ended, ...counts };
};

const stacks = { running: 0, usual: Error.stackTraceLimit };

/**
 * The runner makes an error for each scalar that it reads from a state's input, and its stack takes a fifth of the time, even one of
 * ten lines. A run says an error's name and message only. Who needs the stack of an error in a step raises the limit here.
 */
const withoutStacks = async <T>(work: () => Promise<T>): Promise<T> => {
  if (stacks.running === 0) stacks.usual = Error.stackTraceLimit;
  stacks.running += 1;
  Error.stackTraceLimit = 0;
  try {
    return await work();
  } finally {
    stacks.running -= 1;
    if (stacks.running === 0) Error.stackTraceLimit = stacks.usual;
  }
};

type Ended = Pick<Ran, 'status' | 'output' | 'error'>;
type Call = (input: unknown) => Promise<unknown>;

const execute = async (
  name: WorkflowName | ExpressName,
  input: Json,
  options: RunOptions,
  counts: Counts,
): Promise<Ended> => {
  const { machine, states } = machines[name];
  const handlers = states.flatMap(([state, { Resource, Retry = [] }]) => {
    if (Resource === undefined) return [];
    if (Resource === waiting) return [[state, waitIn(options)] as const];
    const { around = (_, call) => call() } = options;
    const call = callOf(Resource, options, counts);
    const met = name === 'poll' ? functionIn : () => state;
    return [[state, inTime((given) => around(met(given), () => call(given)), Retry, options)] as const];
  });
  const Began = options.clock.now().toISOString();
  const running = machine.run(input, {
    context: { Execution: { Id: `arn:execution:${name}`, Name: options.name ?? name, Began } },
    overrides: {
      taskResourceLocalHandlers: Object.fromEntries(handlers) as never,
      retryIntervalOverrides: Object.fromEntries(states.map(([state]) => [state, 0])),
    },
  });
  const counting = count(running.eventLogs, name === 'poll' ? undefined : counts);
  try {
    return { status: 'SUCCEEDED', output: await running.result };
  } catch (error) {
    return options.isDead?.()
      ? { status: 'KILLED' }
      : { status: 'FAILED', error: `${(error as Error).cause ?? error}` };
  } finally {
    await counting;
  }
};

/** The function of a state, or another workflow that it starts. */
const callOf = (resource: string, options: RunOptions, counts: Counts): Call => {
  const placeholder = /^\$\{(\w+)\}$/.exec(resource)?.[1];
  if (placeholder !== undefined) return stepOf(placeholder, options);
  if (resource.endsWith('lambda:invoke')) return invoked(options, counts);
  return resource.endsWith('startSyncExecution') ? express(options, counts) : nested(options, counts);
};

const stepOf = (placeholder: string, { steps }: RunOptions): Call => {
  const step = steps[placeholder];
  if (!step) throw new Error(`no step for ${placeholder}`);
  return (input) => inStep(placeholder, () => step(input));
};

const nested =
  (options: RunOptions, counts: Counts): Call =>
  async (given) => {
    const child = await execute('attempt-provider', (given as { readonly Input: Json }).Input, options, counts);
    if (child.status === 'KILLED') throw new Killed('the process died');
    if (child.status === 'FAILED') throw named('States.TaskFailed', 'the nested execution failed');
    return { Output: child.output, Status: 'SUCCEEDED' };
  };

/** An Express execution answers whatever its end is; without an output, what is to be read of it ends the caller. */
const express =
  (options: RunOptions, { express, ...counts }: Counts): Call =>
  async (given) => {
    const began = options.clock.now().getTime();
    const child = await execute('poll', (given as { readonly Input: Json }).Input, options, { express, ...counts });
    if (child.status === 'KILLED') throw new Killed('the process died');
    const seconds = (options.clock.now().getTime() - began) / 1000;
    express.runs += 1;
    express.seconds += seconds;
    if (child.status === 'SUCCEEDED' && seconds < expressSeconds) return { Output: JSON.stringify(child.output) };
    throw Object.assign(named('States.Runtime', 'it has no output'), { isRetryable: false, isCatchable: false });
  };

/** AWS: an Express execution is ended after five minutes. */
const expressSeconds = 300;

const functionIn = (given: unknown): string =>
  (given as { readonly FunctionName?: string }).FunctionName?.replace(/^\$\{(\w+)\}$/, '$1') ?? '';

const invoked =
  (options: RunOptions, { express }: Counts): Call =>
  async (given) => {
    const name = functionIn(given);
    express.calls.set(name, (express.calls.get(name) ?? 0) + 1);
    return { Payload: await stepOf(name, options)((given as { readonly Payload: unknown }).Payload) };
  };

const waitIn =
  ({ clock }: RunOptions): Call =>
  async (given) => {
    clock.advance((given as { readonly seconds: number }).seconds);
    return null;
  };

/** The handler of a state: what it throws costs the clock the pause of the retrier that takes it. */
const inTime = (call: (input: unknown) => Promise<unknown>, retriers: readonly Retrier[], options: RunOptions) => {
  let retries = retriers.map(() => 0);
  return async (input: unknown): Promise<unknown> => {
    try {
      const answer = (await call(input)) ?? null;
      retries = retriers.map(() => 0); // the next time the state is entered it counts anew
      return answer;
    } catch (error) {
      if (options.isDead?.()) throw new Killed('the process died');
      const index = retriers.findIndex(({ ErrorEquals }) => takes(ErrorEquals, error as Error));
      const retrier = retriers[index];
      const past = retries[index] ?? 0;
      retries[index] = past + 1;
      if (retrier && past < retrier.MaxAttempts) options.clock.advance(pause(retrier, past));
      else retries = retriers.map(() => 0);
      throw error;
    }
  };
};

export const takes = (names: readonly string[], { name }: Pick<Error, 'name'>): boolean =>
  names.includes(name) || names.includes('States.ALL');

const count = async (
  events: ReturnType<StateMachine['run']>['eventLogs'],
  counts: Counts | undefined,
): Promise<void> => {
  for await (const event of events) {
    if (counts === undefined) continue;
    if (event.type === 'StateEntered') counts.path.push(event.state.name);
    if (event.type === 'StateEntered' || event.type === 'StateRetried') counts.transitions += 1;
  }
};

const named = (name: string, message: string): Error => Object.assign(new Error(message), { name });
