/** The length of workflow histories: Step Functions ends an execution that reaches 25,000 events. */

import { policy } from '../../src/adapters/infrastructure-manager/policy.ts';
import {
  actionMins,
  cleanUpMins,
  deletionMins,
  longestAttemptMins,
  longestOutageMins,
} from '../../src/domain/deployments/record/deadlines.ts';
import { unreachablePauseSeconds } from '../../src/domain/deployments/record/pauses.ts';
import {
  type Definition,
  definitionOf,
  names,
  type State,
  type WorkflowName,
} from '../../test/statemachines/machines.ts';
import { eventsOf, waitingFor } from './waiting.ts';

export const historyLimit = 25_000;

export interface Execution {
  readonly workflow: WorkflowName;
  readonly events: number;
}

/** Events of one try of a task: scheduled, started, ended. A nested execution that the task waits for has one more. */
const eventsOfTry = ({ Resource = '' }: State): number => (Resource.includes('startExecution.sync') ? 4 : 3);

/** The events "started" and "ended" of the execution itself. */
const ends = 2;

/**
 * The executions of one run, with the number of events of each. `path` has the states that were entered; `tries` has how
 * often each function was invoked. A nested execution is recognised by its states, so each workflow may run only once.
 */
export const executionsOf = (path: readonly string[], tries: ReadonlyMap<string, number>): readonly Execution[] =>
  names.flatMap((workflow) => {
    const definition = definitionOf(workflow);
    if (!path.includes(definition.StartAt)) return [];
    if (path.filter((state) => state === definition.StartAt).length > 1) {
      throw new Error(`there are several executions of ${workflow}: they cannot be told apart`);
    }
    return [{ workflow, events: ends + entered(definition, path) + tasks(definition, path, tries) }];
  });

/** Two events per state: entered and left. */
const entered = ({ States }: Definition, path: readonly string[]): number =>
  2 * path.filter((state) => state in States).length;

const tasks = ({ States }: Definition, path: readonly string[], tries: ReadonlyMap<string, number>): number =>
  Object.entries(States)
    .filter(([name, { Resource }]) => Resource !== undefined && path.includes(name))
    .reduce((sum, [name, state]) => {
      const placeholder = /^\$\{(\w+)\}$/.exec(state.Resource ?? '')?.[1];
      const entered = path.filter((one) => one === name).length;
      return sum + eventsOfTry(state) * (placeholder === undefined ? entered : (tries.get(placeholder) ?? 0));
    }, 0);

/** Calls of the replication step for the largest file and fifteen replicas: parts of the file divided by parts per call. */
const callsOfLargestFile = 15 * (2 + 2_000 / 8);

/** The most seconds that each step may repeat, without outages. */
const longest: Readonly<Record<string, number>> = {
  'Poll the infrastructure': longestAttemptMins * 60,
  'Clean up the attempt': cleanUpMins * 60,
  'Destroy the infrastructures': deletionMins * 60,
  'Begin the update': (actionMins + 1) * 60,
  'Change the infrastructure': policy.launchMins * 60,
  'Poll the update': longestAttemptMins * 60,
  'Begin the action': actionMins * 60,
  'Poll the machine': actionMins * 60,
  'Replicate the file': callsOfLargestFile * 60,
};

/**
 * Events of a step that repeats as long as it may: through the workflow `poll`, or in the workflow itself, where each
 * repeat has a choice and a wait.
 */
const repeated = (name: string, { Resource = '' }: State): number => {
  const seconds = longest[name];
  if (seconds === undefined) return 0;
  const waiting = waitingFor(seconds);
  return Resource.includes('startSyncExecution') ? eventsOf(waiting) : eventsOfRepeat * waiting.pauses.length;
};

/** Task, choice and wait. */
const eventsOfRepeat = 9;

/** The time for outages is counted once, because all steps share it. */
const outages = (eventsOfRepeat * longestOutageMins * 60) / unreachablePauseSeconds;

/** The most events that can happen: every state once, every retry used up, and each repeating step as long as it may. */
export const worstCases = (): readonly Execution[] =>
  names.map((workflow) => {
    const states = Object.entries(definitionOf(workflow).States);
    const waits = states.some(([name]) => longest[name] !== undefined);
    const all = states.map(([name, state]) => once(state) + repeated(name, state));
    return { workflow, events: ends + (waits ? outages : 0) + all.reduce((sum, events) => sum + events, 0) };
  });

const once = (state: State): number => {
  const retries = (state.Retry ?? []).reduce((all, { MaxAttempts }) => all + MaxAttempts, 0);
  return 2 + (state.Resource === undefined ? 0 : eventsOfTry(state) * (1 + retries));
};
