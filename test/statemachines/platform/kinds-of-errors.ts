/** Tells which errors a task takes alike: by the same retrier and the same catcher. What comes of them is then the same. */

import { definitionOf, names, type State, takes } from '../machines.ts';

const tasks = names.flatMap((name) => Object.entries(definitionOf(name).States));
const polling = Object.values(definitionOf('poll').States).filter(({ Type }) => Type === 'Task');

/** The tasks of that name, in any workflow; for a function that the workflow `poll` calls, the task that calls it. */
const tasksOf = (state: string): readonly State[] => {
  const found = tasks.filter(([name, { Type }]) => name === state && Type === 'Task').map(([, task]) => task);
  return found.length > 0 ? found : polling;
};

type Takers = readonly { readonly ErrorEquals: readonly string[] }[];

const takerOf = (takers: Takers, name: string): number =>
  takers.findIndex(({ ErrorEquals }) => takes(ErrorEquals, { name }));

/** The errors in groups; those of a group differ by their names only. */
export const kindsOfErrors = (state: string, errors: readonly string[]): readonly (readonly string[])[] => {
  const kind = (error: string) =>
    tasksOf(state).map(({ Retry = [], Catch = [] }) => [takerOf(Retry, error), takerOf(Catch, error)]);
  return [...Map.groupBy(errors, (error) => JSON.stringify(kind(error))).values()];
};
