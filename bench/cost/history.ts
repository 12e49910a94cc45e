/** How long histories get: Step Functions ends an execution that reaches 25,000 events. */

import {
  type Definition,
  definitionOf,
  names,
  type State,
  type WorkflowName,
} from '../../test/statemachines/machines.ts';

export const historyLimit = 25_000;

export interface Execution {
  readonly workflow: WorkflowName;
  readonly events: number;
}

/** Events of one try of a task: scheduled, started, ended; a nested execution has one more. */
const eventsOfTry = ({ Resource = '' }: State): number => (Resource.startsWith('arn:') ? 4 : 3);

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

const tasks = ({ States }: Definition, path: readonly string[], tries: ReadonlyMap<string, number>): number => {
  const entered = new Set(path);
  return Object.entries(States)
    .filter(([name, { Resource }]) => Resource !== undefined && entered.has(name))
    .reduce((sum, [, state]) => {
      const placeholder = /^\$\{(\w+)\}$/.exec(state.Resource ?? '')?.[1];
      return sum + eventsOfTry(state) * (placeholder === undefined ? 1 : (tries.get(placeholder) ?? 0));
    }, 0);
};

/** Whatever happens: every state once, and every retry of every kind used up. */
export const worstCases = (): readonly Execution[] =>
  names.map((workflow) => ({
    workflow,
    events: Object.values(definitionOf(workflow).States).reduce((sum, state) => {
      const retries = (state.Retry ?? []).reduce((all, { MaxAttempts }) => all + MaxAttempts, 0);
      return sum + 2 + (state.Resource === undefined ? 0 : eventsOfTry(state) * (1 + retries));
    }, ends),
  }));
