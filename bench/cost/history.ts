/** How long histories get: Step Functions ends an execution that reaches 25,000 events. */

import {
  actionMins,
  cleanUpMins,
  deletionMins,
  launchMins,
  longestAttemptMins,
  longestOutageMins,
} from '../../src/domain/deployments/record/deadlines.ts';
import { awayPauseSeconds } from '../../src/domain/deployments/record/pauses.ts';
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

/** Events of one try of a task: scheduled, started, ended; a nested execution that is waited for has one more. */
const eventsOfTry = ({ Resource = '' }: State): number => (Resource.includes('startExecution.sync') ? 4 : 3);

/** Begun, ended. */
const ends = 2;

/**
 * The executions of one run, each with its events: of the states that it entered, and of how often each function was
 * invoked. A nested execution is told by its states, so there must be one of a kind.
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

/** Entering and leaving. */
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

/** Calls of the step that replicates, for the largest file and fifteen replicas: parts of one file, parts of one call. */
const callsOfLargestFile = 15 * (2 + 2_000 / 8);

/** Seconds that each step may have to be repeated for, at most, without outages. */
const longest: Readonly<Record<string, number>> = {
  'Follow the infrastructure': longestAttemptMins * 60,
  'Clean up what was made': cleanUpMins * 60,
  'Destroy the infrastructures': deletionMins * 60,
  'Begin the update': (actionMins + 1) * 60,
  'Change the infrastructure': launchMins * 60,
  'Follow the update': longestAttemptMins * 60,
  'Begin the action': actionMins * 60,
  'Follow the machine': actionMins * 60,
  'Replicate the file': callsOfLargestFile * 60,
};

/** Repeated for as long as may be: by the workflow `poll`, or in the workflow itself, where each time has a choice and a wait. */
const repeated = (name: string, { Resource = '' }: State): number => {
  const seconds = longest[name];
  if (seconds === undefined) return 0;
  const waiting = waitingFor(seconds);
  return Resource.includes('startSyncExecution') ? eventsOf(waiting) : eventsOfRepeat * waiting.pauses.length;
};

/** Task, choice and wait. */
const eventsOfRepeat = 9;

/** What is borne of outages is borne once, whichever step meets them. */
const outages = (eventsOfRepeat * longestOutageMins * 60) / awayPauseSeconds;

/** Whatever happens: every state once, every retry of every kind used up, and what is repeated for as long as may be. */
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
