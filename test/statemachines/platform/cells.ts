import { definitionOf, names } from '../machines.ts';
import { play } from './scenarios.ts';

const tasks = new Set(
  names.flatMap((name) =>
    Object.entries(definitionOf(name).States)
      .filter(([, { Type }]) => Type === 'Task')
      .map(([state]) => state),
  ),
);

/** The tasks that a scenario enters, callbacks included. */
export const statesOf = async (scenario: string): Promise<readonly string[]> => {
  const { paths } = await play(scenario);
  return [...new Set(paths.flat())].filter((state) => tasks.has(state));
};
