/** @module-tag full */

import { describe, expect, it } from 'vitest';
import { everyNth, sampled } from '../support/sampled.ts';
import { definitionOf, names } from './machines.ts';
import { scenariosWith, statesOf } from './platform/cells.ts';
import { platformErrors, terminalErrors } from './platform/errors.ts';
import type { Fault } from './platform/house.ts';
import { judge } from './platform/judge.ts';
import { kindsOfErrors } from './platform/kinds-of-errors.ts';
import { scenarios } from './platform/scenarios.ts';

/** One of each family: what takes them is the same nearly everywhere. */
const families = ['Lambda.ClientExecutionTimeoutException', 'Runtime.ExitError', 'Sandbox.Timedout', 'TypeError'];

/** One of each kind, at each state another one. `npm run tool test:full` adds one of each family. */
const errorsAt = (state: string): ReadonlySet<string> => {
  const kinds = [...kindsOfErrors(state, platformErrors), terminalErrors];
  const full = [...families, ...terminalErrors];
  return new Set([
    ...kinds.flatMap((kind) => kind[state.length % kind.length] ?? []),
    ...full.slice(0, sampled(0, full.length)),
  ]);
};

/** A workflow that polls waits for as long as it lasts: it cannot be met until an execution ends. */
const untilItIsOver = 'Lambda.TooManyRequestsException';

/** What a state meets. */
const faultsAt = (state: string): readonly Fault[] =>
  [...errorsAt(state)].flatMap((error) =>
    (['before', 'after'] as const).flatMap((when) =>
      [false, true]
        .filter((lasts) => !(lasts && error === untilItIsOver))
        .map((lasts) => ({ state, error, when, lasts })),
    ),
  );

/** Every third fault (of four for an error), in one of the scenarios that enter the state, by turns. `npm run tool test:full` meets each in all of them. */
const faultsIn = async (scenario: string): Promise<readonly Fault[]> => {
  const faults: Fault[] = [];
  for (const state of await statesOf(scenario)) {
    const entering = await scenariosWith(state);
    const turn = entering.indexOf(scenario);
    const some = everyNth(3, faultsAt(state));
    faults.push(...some.filter((_, index) => index % sampled(entering.length, 1) === sampled(turn, 0)));
  }
  return faults;
};

describe('an error of the platform, at every state', () => {
  it.each(Object.keys(scenarios))('destroys nothing, and the work goes on: %s', async (scenario) => {
    const wrong: string[] = [];
    for (const fault of await faultsIn(scenario)) wrong.push(...(await judge(scenario, fault)));
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
