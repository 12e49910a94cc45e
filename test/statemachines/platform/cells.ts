import { definitionOf, names } from '../machines.ts';
import { play } from './scenarios.ts';

const tasks = new Set(
  names.flatMap((name) =>
    Object.entries(definitionOf(name).States)
      .filter(([, { Type }]) => Type === 'Task')
      .map(([state]) => state),
  ),
);

/** The tasks that a scenario enters, callbacks included, and the functions that the workflow `poll` calls for them. */
export const statesOf = async (scenario: string): Promise<readonly string[]> => {
  const { paths, polled } = await play(scenario);
  return [...new Set([...paths.flat().filter((state) => tasks.has(state)), ...polled])];
};
