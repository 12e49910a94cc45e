import { describe, expect, it } from 'vitest';
import { sampled } from '../support/sampled.ts';
import { definitionOf, names } from './machines.ts';
import { statesOf } from './platform/cells.ts';
import { platformErrors, terminalErrors } from './platform/errors.ts';
import { judge } from './platform/judge.ts';
import { kindsOfErrors } from './platform/kinds-of-errors.ts';
import { scenarios } from './platform/scenarios.ts';

/** One of each family: what takes them is the same nearly everywhere. */
const families = ['Lambda.ClientExecutionTimeoutException', 'Runtime.ExitError', 'Sandbox.Timedout', 'TypeError'];

/** One of each kind, at each state another one. `npm run test:full` adds one of each family. */
const errorsAt = (state: string, turn: number): ReadonlySet<string> => {
  const kinds = [...kindsOfErrors(state, platformErrors), terminalErrors];
  const full = [...families, ...terminalErrors];
  return new Set([
    ...kinds.flatMap((kind) => kind[turn % kind.length] ?? []),
    ...full.slice(0, sampled(0, full.length)),
  ]);
};

/** A workflow that polls waits for as long as it lasts: it cannot be met until an execution ends. */
const untilItIsOver = 'Lambda.TooManyRequestsException';

describe('an error of the platform, at every state', () => {
  it.each(Object.keys(scenarios))('destroys nothing, and the work goes on: %s', async (scenario) => {
    const wrong: string[] = [];
    for (const [turn, state] of (await statesOf(scenario)).entries())
      for (const error of errorsAt(state, turn))
        for (const when of ['before', 'after'] as const)
          for (const lasts of [false, ...(error === untilItIsOver ? [] : [true])])
            wrong.push(...(await judge(scenario, { state, error, when, lasts })));
    expect(wrong).toEqual([]);
  });

  it('is of the kinds that the definitions tell apart', () => {
    const [timeouts, busy] = ['Sandbox.Timedout', 'Lambda.TooManyRequestsException'];
    const ofPoll = kindsOfErrors('PollAttempt', [timeouts, 'States.Timeout', busy, 'TypeError', 'Error']);
    expect(ofPoll).toEqual([[timeouts, 'States.Timeout'], [busy], ['TypeError', 'Error']]);
    expect(kindsOfErrors('Begin the update', platformErrors)).toEqual([platformErrors]);
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
