import { StateMachine, type StateMachineDefinition } from 'aws-local-stepfunctions';
import { unknownOfMachine, unsupportedCall, unsupportedIn } from './unsupported.ts';

/** A state machine of the template: its definition with every `${Placeholder}` filled in. */
export interface WorkflowDefinition {
  readonly arn: string;
  readonly name: string;
  /** ASL, JSONPath */
  readonly definition: string;
}

export interface WorkflowTask {
  readonly state: string;
  readonly resource: string;
  readonly timeoutSeconds: number;
  /** an execution begins with it */
  readonly isFirst: boolean;
}

/** A workflow that the runner can run. */
export interface Workflow extends WorkflowDefinition {
  readonly timeoutSeconds: number | undefined;
  readonly tasks: readonly WorkflowTask[];
  /** milliseconds by state, for shortened waits whose length is in the input */
  readonly waits: Readonly<Record<string, number>>;
  /** A machine whose execution must end within `seconds`. */
  machine(seconds: number | undefined): StateMachine;
}

/** 24.8 days: with a longer time Node's timers fire at once. */
const longestTimerSeconds = 2_147_483;

/**
 * Makes a workflow from its definition. Throws for everything that the runner refuses or silently ignores: a workflow that
 * runs here must also run in the cloud.
 *
 * `pace` below 1 shortens the pauses that the definition gives in seconds (waits and retries), for tests and benchmarks.
 * `validated`: the definition is known to fit the States Language's schema, which takes half of a start to check.
 */
export const workflow = (
  { arn, name, definition }: WorkflowDefinition,
  {
    pace = 1,
    validated = false,
  }: { readonly pace?: number | undefined; readonly validated?: boolean | undefined } = {},
): Workflow => {
  const parsed = JSON.parse(definition) as StateMachineDefinition;
  const states = allStates(parsed);
  refuseUnsupported(name, definition, states);
  // the runner checks it, and writes defaults into its argument
  if (!validated) new StateMachine(JSON.parse(definition) as StateMachineDefinition);
  const tasks = states.flatMap(([state, body]) => (body.Type === 'Task' ? [toTask(state, body, parsed.StartAt)] : []));
  for (const [, state] of states) fitTimers(state, pace);
  return {
    arn,
    name,
    definition,
    timeoutSeconds: parsed.TimeoutSeconds,
    waits: pace === 1 ? {} : Object.fromEntries(states.flatMap(([state, body]) => shortened(state, body, pace))),
    tasks,
    machine: (seconds) =>
      new StateMachine(
        { ...parsed, ...(seconds !== undefined && { TimeoutSeconds: Math.min(seconds, longestTimerSeconds) }) },
        { validationOptions: { noValidate: true } },
      ),
  };
};

/**
 * Replaces a wait from the input by a fixed one, as long as a first pause: the runner accepts only a number per state, not
 * a factor.
 */
const shortened = (name: string, state: State, pace: number): readonly (readonly [string, number])[] =>
  state.Type === 'Wait' && state.SecondsPath !== undefined ? [[name, 3_000 * pace]] : [];

type State = StateMachineDefinition['States'][string];
type NamedState = readonly [name: string, state: State];

/** The states of the machine, its Parallel branches and its Map processors, at any depth. */
const allStates = ({ States }: Pick<StateMachineDefinition, 'States'>): NamedState[] =>
  Object.entries(States).flatMap(([name, state]) => [[name, state] as const, ...nested(state).flatMap(allStates)]);

const nested = (state: State): Pick<StateMachineDefinition, 'States'>[] => {
  if (state.Type === 'Parallel') return state.Branches;
  if (state.Type !== 'Map') return [];
  const processor = state.ItemProcessor ?? state.Iterator;
  return processor ? [processor] : [];
};

const toTask = (
  state: string,
  { Resource, TimeoutSeconds }: Extract<State, { Type: 'Task' }>,
  startAt: string,
): WorkflowTask => ({
  state,
  resource: Resource,
  timeoutSeconds: Math.min(TimeoutSeconds ?? longestTimerSeconds, longestTimerSeconds),
  isFirst: state === startAt,
});

/** The context object of the runner; Id and Name come from us. */
const knownContext = /^\$\$\.(Execution\.(Id|Name|Input|StartTime)|StateMachine\.(Id|Name)|Map\.Item\.(Index|Value))\b/;

const refuseUnsupported = (name: string, definition: string, states: readonly NamedState[]): void => {
  const field = unknownOfMachine(JSON.parse(definition)) ?? unsupportedCall(definition);
  if (field) throw new Error(`workflow ${name}: the local runner does not support ${field}; do without it`);
  const resources = new Map<string, string>();
  for (const [stateName, state] of states) {
    const field = unsupportedIn(state);
    if (field)
      throw new Error(
        `workflow ${name}, state "${stateName}": the local runner does not support ${field}; do without it`,
      );
    if (state.Type !== 'Task') continue;
    if (state.TimeoutSecondsPath !== undefined && state.Resource.includes(':states:startExecution'))
      throw new Error(
        `workflow ${name}, state "${stateName}": the local runner needs TimeoutSeconds to stop the nested execution`,
      );
    const other = resources.get(stateName);
    if (other !== undefined && other !== state.Resource)
      throw new Error(`workflow ${name}: two states are called "${stateName}"; give each its own name`);
    resources.set(stateName, state.Resource);
  }
  const context = [...definition.matchAll(/\$\$\.[A-Za-z.]+/g)].find(([path]) => !knownContext.test(path));
  if (context)
    throw new Error(
      `workflow ${name}: the local runner's context object has no ${context[0]}; pass the value in the input`,
    );
};

const callsFunction = ({ Resource }: Extract<State, { Type: 'Task' }>): boolean => /:lambda:/.test(Resource);

/**
 * Limits timeouts and waits to Node's longest timer. The runner ends a Task without a timeout after a minute, but Step
 * Functions never does. It also counts the time that a function waits for a place, so tasks.ts measures that of functions.
 */
const fitTimers = (state: State, pace: number): void => {
  if (state.Type === 'Task' && state.TimeoutSecondsPath === undefined)
    state.TimeoutSeconds = callsFunction(state)
      ? longestTimerSeconds
      : Math.min(state.TimeoutSeconds ?? longestTimerSeconds, longestTimerSeconds);
  if (state.Type === 'Wait' && state.Seconds !== undefined)
    state.Seconds = Math.min(state.Seconds, longestTimerSeconds) * pace;
  if ('Retry' in state)
    for (const retrier of state.Retry ?? []) {
      retrier.IntervalSeconds = (retrier.IntervalSeconds ?? 1) * pace;
      retrier.MaxDelaySeconds = Math.min(retrier.MaxDelaySeconds ?? longestTimerSeconds, longestTimerSeconds) * pace;
    }
};
