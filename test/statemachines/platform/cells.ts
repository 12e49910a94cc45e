import { definitionOf, names } from '../machines.ts';
import { play, scenarios } from './scenarios.ts';

const tasks = new Set(
  names.flatMap((name) =>
    Object.entries(definitionOf(name).States)
      .filter(([, { Type }]) => Type === 'Task')
      .map(([state]) => state),
  ),
);

/** The tasks that a scenario enters, callbacks included, and the functions that the workflow `poll` calls for them. */
export const statesOf = async (scenario: string): Promise<readonly string[]> => {
  const found = known.get(scenario) ?? entered(scenario);
  known.set(scenario, found);
  return found;
};

const known = new Map<string, Promise<readonly string[]>>();

const entered = async (scenario: string): Promise<readonly string[]> => {
  const { paths, polled } = await play(scenario);
  return [...new Set([...paths.flat().filter((state) => tasks.has(state)), ...polled])];
};

/** The scenarios that enter a state, in their order. */
export const scenariosWith = async (state: string): Promise<readonly string[]> => {
  const all = await Promise.all(Object.keys(scenarios).map(async (name) => [name, await statesOf(name)] as const));
  return all.filter(([, states]) => states.includes(state)).map(([name]) => name);
};
