import { StateMachine, type StateMachineDefinition } from 'aws-local-stepfunctions';

/** A state machine as the template describes it: its definition with every `${Placeholder}` filled in. */
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
}

/** A workflow that the runner can run. */
export interface Workflow extends WorkflowDefinition {
  readonly timeoutSeconds: number | undefined;
  readonly tasks: readonly WorkflowTask[];
  /** milliseconds of those waits that are shortened and whose length is in their input, by state */
  readonly waits: Readonly<Record<string, number>>;
  /** A machine whose execution must end within `seconds`. */
  machine(seconds: number | undefined): StateMachine;
}

/** Node's timers fire at once when asked for more than this; 24.8 days. */
const longestTimerSeconds = 2_147_483;

/**
 * Makes a workflow of its definition. Throws for what the runner would refuse, and for what it would silently ignore:
 * a workflow that runs here must be one that runs in the cloud.
 *
 * `pace` below 1 shortens the pauses that the definition names in seconds (waits and retries), for tests and benchmarks.
 */
export const workflow = ({ arn, name, definition }: WorkflowDefinition, pace = 1): Workflow => {
  const parsed = JSON.parse(definition) as StateMachineDefinition;
  new StateMachine(JSON.parse(definition) as StateMachineDefinition); // validates, and writes defaults into what it is given
  const states = allStates(parsed);
  refuseUnsupported(name, definition, states);
  for (const [, state] of states) fitTimers(state, pace);
  return {
    arn,
    name,
    definition,
    timeoutSeconds: parsed.TimeoutSeconds,
    waits: pace === 1 ? {} : Object.fromEntries(states.flatMap(([state, body]) => shortened(state, body, pace))),
    tasks: states.flatMap(([state, body]) => (body.Type === 'Task' ? [toTask(state, body)] : [])),
    machine: (seconds) =>
      new StateMachine(
        { ...parsed, ...(seconds !== undefined && { TimeoutSeconds: Math.min(seconds, longestTimerSeconds) }) },
        { validationOptions: { noValidate: true } },
      ),
  };
};

/** Whatever the input says, as long as a first pause: the runner takes a number for a state, and no factor. */
const shortened = (name: string, state: State, pace: number): readonly (readonly [string, number])[] =>
  state.Type === 'Wait' && state.SecondsPath !== undefined ? [[name, 3_000 * pace]] : [];

type State = StateMachineDefinition['States'][string];
type NamedState = readonly [name: string, state: State];

/** The states of the machine, of its Parallel branches and of its Map processors, at any depth. */
const allStates = ({ States }: Pick<StateMachineDefinition, 'States'>): NamedState[] =>
  Object.entries(States).flatMap(([name, state]) => [[name, state] as const, ...nested(state).flatMap(allStates)]);

const nested = (state: State): Pick<StateMachineDefinition, 'States'>[] => {
  if (state.Type === 'Parallel') return state.Branches;
  if (state.Type !== 'Map') return [];
  const processor = state.ItemProcessor ?? state.Iterator;
  return processor ? [processor] : [];
};

const toTask = (state: string, { Resource, TimeoutSeconds }: Extract<State, { Type: 'Task' }>): WorkflowTask => ({
  state,
  resource: Resource,
  timeoutSeconds: TimeoutSeconds ?? longestTimerSeconds,
});

const ignoredByRunner = [
  'Assign',
  'Credentials',
  'HeartbeatSeconds',
  'HeartbeatSecondsPath',
  'ItemBatcher',
  'ItemReader',
  'QueryLanguage',
  'ResultWriter',
  'ToleratedFailureCount',
  'ToleratedFailurePercentage',
];

/** What the runner puts into the context object; Id and Name are ours. */
const knownContext = /^\$\$\.(Execution\.(Id|Name|Input|StartTime)|StateMachine\.(Id|Name)|Map\.Item\.(Index|Value))\b/;

const refuseUnsupported = (name: string, definition: string, states: readonly NamedState[]): void => {
  const resources = new Map<string, string>();
  for (const [stateName, state] of states) {
    const field = ignoredByRunner.find((key) => key in state);
    if (field)
      throw new Error(`workflow ${name}, state "${stateName}": the local runner has no ${field}; do without it`);
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

/** The runner ends a Task without a timeout after a minute, Step Functions never does; no timer may be longer than Node's. */
const fitTimers = (state: State, pace: number): void => {
  if (state.Type === 'Task' && state.TimeoutSecondsPath === undefined)
    state.TimeoutSeconds = Math.min(state.TimeoutSeconds ?? longestTimerSeconds, longestTimerSeconds);
  if (state.Type === 'Wait' && state.Seconds !== undefined)
    state.Seconds = Math.min(state.Seconds, longestTimerSeconds) * pace;
  if ('Retry' in state)
    for (const retrier of state.Retry ?? []) {
      retrier.IntervalSeconds = (retrier.IntervalSeconds ?? 1) * pace;
      retrier.MaxDelaySeconds = Math.min(retrier.MaxDelaySeconds ?? longestTimerSeconds, longestTimerSeconds) * pace;
    }
};
