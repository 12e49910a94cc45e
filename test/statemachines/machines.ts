/** Runs the real definitions with the real steps, in the time of a test's clock: a retry's pause advances it, and takes none. */

import { StateMachine } from 'aws-local-stepfunctions';
import { definitionText } from '../../lib/definitions.ts';
import type { ManualClock } from '../domain/deployments/world.ts';

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
  readonly ResultPath?: string | null;
  readonly Retry?: readonly Retrier[];
  readonly Catch?: readonly { readonly ErrorEquals: readonly string[]; readonly Next: string }[];
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
] as const;
export type WorkflowName = (typeof names)[number];

/** With its fragments filled in, as it is deployed. */
export const definitionOf = (name: WorkflowName): Definition =>
  JSON.parse(definitionText(name).replaceAll('${Partition}', 'aws')) as Definition;

const definitions = Object.fromEntries(names.map((name) => [name, definitionOf(name)])) as Record<
  WorkflowName,
  Definition
>;
const machines = Object.fromEntries(
  names.map((name) => [name, new StateMachine(definitions[name] as never)]),
) as Record<WorkflowName, StateMachine>;

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
  /** states entered, in order, those of nested executions too */
  readonly path: readonly string[];
  /** as Step Functions bills them: states entered, and retries */
  readonly transitions: number;
}

export const run = async (name: WorkflowName, input: Json, options: RunOptions): Promise<Ran> => {
  const path: string[] = [];
  const counter = { transitions: 0 };
  const ended = await execute(name, input, options, path, counter);
  return { ...ended, path, transitions: counter.transitions };
};

const execute = async (
  name: WorkflowName,
  input: Json,
  options: RunOptions,
  path: string[],
  counter: { transitions: number },
): Promise<Pick<Ran, 'status' | 'output' | 'error'>> => {
  const states = Object.entries(definitions[name].States);
  const nested = async ({ Input }: { readonly Input: Json }) => {
    const child = await execute('attempt-provider', Input, options, path, counter);
    if (child.status === 'KILLED') throw new Killed('the process died');
    if (child.status === 'FAILED') throw named('States.TaskFailed', 'the nested execution failed');
    return { Output: child.output, Status: 'SUCCEEDED' };
  };
  const handlers = states.flatMap(([state, { Resource, Retry = [] }]) => {
    if (Resource === undefined) return [];
    const placeholder = /^\$\{(\w+)\}$/.exec(Resource)?.[1];
    const step =
      placeholder === undefined ? (nested as (input: unknown) => Promise<unknown>) : options.steps[placeholder];
    if (!step) throw new Error(`no step for ${Resource}`);
    const { around = (_, call) => call() } = options;
    const call = (input: unknown) => around(state, () => step(input));
    return [[state, inTime(call, Retry, options)] as const];
  });
  const running = machines[name].run(input, {
    context: { Execution: { Id: `arn:execution:${name}`, Name: options.name ?? name } },
    overrides: {
      taskResourceLocalHandlers: Object.fromEntries(handlers) as never,
      retryIntervalOverrides: Object.fromEntries(states.map(([state]) => [state, 0])),
    },
  });
  const counting = count(running.eventLogs, path, counter);
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

const takes = (names: readonly string[], { name }: Error): boolean =>
  names.includes(name) || names.includes('States.ALL');

const count = async (
  events: ReturnType<StateMachine['run']>['eventLogs'],
  path: string[],
  counter: { transitions: number },
): Promise<void> => {
  for await (const event of events) {
    if (event.type === 'StateEntered') path.push(event.state.name);
    if (event.type === 'StateEntered' || event.type === 'StateRetried') counter.transitions += 1;
  }
};

const named = (name: string, message: string): Error => Object.assign(new Error(message), { name });
