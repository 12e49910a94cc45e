import { describe, expect, it } from 'vitest';
import { definitionOf, names } from './machines.ts';
import { statesOf } from './platform/cells.ts';
import { terminalErrors } from './platform/errors.ts';
import { judge } from './platform/judge.ts';
import { scenarios } from './platform/scenarios.ts';

/** One of each family; `npm run faults` takes all of them, at every state. */
const some = ['Lambda.ClientExecutionTimeoutException', 'Runtime.ExitError', 'Sandbox.Timedout', 'TypeError'];

describe('an error of the platform, at every state', () => {
  it.each(Object.keys(scenarios))('destroys nothing, and the work goes on: %s', async (scenario) => {
    const wrong: string[] = [];
    for (const state of await statesOf(scenario))
      for (const error of [...some, ...terminalErrors])
        for (const when of ['before', 'after'] as const)
          for (const lasts of [false, true]) wrong.push(...(await judge(scenario, { state, error, when, lasts })));
    expect(wrong).toEqual([]);
  });

  it('is met at every task of every workflow of deployments', async () => {
    const entered = new Set((await Promise.all(Object.keys(scenarios).map(statesOf))).flat());
    const tasks = names
      .filter((name) => !name.endsWith('-schedule'))
      .flatMap((name) => Object.entries(definitionOf(name).States).filter(([, { Type }]) => Type === 'Task'))
      .map(([state]) => state);
    expect(tasks.filter((state) => !entered.has(state))).toEqual([]);
  });
});
