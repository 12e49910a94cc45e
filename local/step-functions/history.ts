import type { StateMachine } from 'aws-local-stepfunctions';

type Log = ReturnType<StateMachine['run']>['eventLogs'] extends AsyncGenerator<infer Event> ? Event : never;

/** One event of an execution: what happened in which state, without the data. */
export interface HistoryEvent {
  /** the name in Step Functions, e.g. `TaskStateEntered`, `TaskFailed`, `ExecutionSucceeded` */
  readonly type: string;
  /** milliseconds since 1970 */
  readonly timestamp: number;
  readonly state?: string;
  readonly error?: string;
  readonly cause?: string;
}

const longestCause = 500;

/** Translates the runner's event into that of Step Functions. */
export const historyEvent = (log: Log): HistoryEvent => ({
  type: typeOf(log),
  timestamp: log.timestamp,
  ...('state' in log && { state: log.state.name }),
  ...('parentState' in log && { state: log.parentState.name }),
  ...('Error' in log && { error: log.Error, cause: String(log.Cause).slice(0, longestCause) }),
});

const typeOf = (log: Log): string => {
  if (log.type === 'ExecutionTimeout') return 'ExecutionTimedOut';
  if (!('state' in log)) return log.type;
  return log.type === 'StateEntered' || log.type === 'StateExited'
    ? `${log.state.type}${log.type}`
    : `${log.state.type}${log.type.slice('State'.length)}`;
};

/** The entries of GetExecutionHistory, without `TaskRetried` and `TaskCaught`, which Step Functions does not write. */
export const historyView = (events: readonly HistoryEvent[]): Record<string, unknown>[] =>
  events
    .filter(({ type }) => !/(Retried|Caught)$/.test(type))
    .map(({ type, timestamp, state, error, cause }, index) => ({
      id: index + 1,
      previousEventId: index,
      type,
      timestamp: timestamp / 1000,
      ...(state !== undefined && detailsOf(type, state)),
      ...(error !== undefined && { [`${lowerFirst(type)}EventDetails`]: { error, cause } }),
    }));

const detailsOf = (type: string, name: string): object => {
  if (type.endsWith('StateEntered')) return { stateEnteredEventDetails: { name } };
  return type.endsWith('StateExited') ? { stateExitedEventDetails: { name } } : {};
};

const lowerFirst = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
