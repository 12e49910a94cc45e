import { describe, expect, it } from 'vitest';
import {
  actionMins,
  deletionMins,
  longestAttemptMins,
  longestOutageMins,
  longestPauseSeconds,
  outagePauseSeconds,
  shortOutageMins,
  submitSeconds,
} from '../../src/domain/deployments/deadlines.ts';
import { finalErrors } from '../../src/domain/deployments/final-errors.ts';
import { memoryWorld } from '../domain/deployments/world.ts';
import {
  type Definition,
  definitionOf,
  names,
  pause,
  type Retrier,
  run,
  type State,
  type WorkflowName,
} from './machines.ts';
import { scenario } from './scenario.ts';
import { stepsOver } from './steps.ts';

/** AWS: an execution that reaches 25,000 events fails. */
const historyLimit = 25_000;

/** Events of one try of a state: scheduled, started, ended; nested executions have one more. */
const eventsOf = ({ Resource = '' }: State): number => (Resource.startsWith('arn:') ? 4 : 3);

const retriesIn = (retrier: Retrier, seconds: number): number => {
  let waited = 0;
  let count = 0;
  while (count < retrier.MaxAttempts && waited < seconds) {
    waited += pause(retrier, count);
    count += 1;
  }
  return count;
};

/** Every retry of every kind, and entering and leaving. */
const worstOf = (state: State): number =>
  2 + eventsOf(state) * (1 + (state.Retry ?? []).reduce((sum, { MaxAttempts }) => sum + MaxAttempts, 0));

const state = (definition: Definition, name: string): State => {
  const found = definition.States[name];
  if (!found) throw new Error(`there is no state ${name}`);
  return found;
};

const polling = (of: State): Retrier => {
  const found = of.Retry?.find(({ ErrorEquals }) => ErrorEquals.includes('NotReadyError'));
  if (!found) throw new Error('it does not poll');
  return found;
};

describe('the history of an execution', () => {
  it('holds the longest attempt, with every other retry used up', () => {
    const definition = definitionOf('attempt-provider');
    const events = Object.values(definition.States).reduce((sum, one) => sum + worstOf(one), 2);
    expect(events).toBeLessThan(historyLimit);
    const poll = polling(state(definition, 'Follow the infrastructure'));
    expect(retriesIn(poll, longestAttemptMins * 60)).toBeLessThan(poll.MaxAttempts);
  });

  it('holds a hundred providers in the parent, with every retry used up each time', () => {
    const { States } = definitionOf('create-deployment');
    const each = ['Choose a provider', 'Attempt the provider', 'Is it done?'];
    const events = Object.entries(States).reduce((sum, [name, one]) => {
      return sum + worstOf(one) * (each.includes(name) ? 100 : 1);
    }, 2);
    expect(events).toBeLessThan(historyLimit);
  });

  it('holds the longest update, and an action to its end, with every other retry used up', () => {
    for (const [name, following, minutes] of [
      ['update-deployment', 'Follow the update', longestAttemptMins],
      ['act-on-resource', 'Follow the machine', actionMins],
    ] as const) {
      const definition = definitionOf(name);
      expect(Object.values(definition.States).reduce((sum, one) => sum + worstOf(one), 2)).toBeLessThan(historyLimit);
      const poll = polling(state(definition, following));
      expect(retriesIn(poll, minutes * 60)).toBeLessThan(poll.MaxAttempts);
    }
  });

  it('waits before an update for as long as an action may take', () => {
    const poll = polling(state(definitionOf('update-deployment'), 'Begin the update'));
    expect(retriesIn(poll, (actionMins + 1) * 60)).toBeLessThan(poll.MaxAttempts);
  });

  it('holds a deletion that takes a day', () => {
    const definition = definitionOf('delete-deployment');
    expect(Object.values(definition.States).reduce((sum, one) => sum + worstOf(one), 2)).toBeLessThan(historyLimit);
    const poll = polling(state(definition, 'Destroy the infrastructures'));
    expect(retriesIn(poll, deletionMins * 60)).toBeLessThan(poll.MaxAttempts);
  });

  it('tries a callback for a day', () => {
    const retrier = state(definitionOf('notify-callback'), 'Send the callback').Retry?.at(-1);
    const waited = Array.from({ length: retrier?.MaxAttempts ?? 0 }, (_, n) => pause(retrier as Retrier, n));
    const hours = waited.reduce((sum, seconds) => sum + seconds, 0) / 3600;
    expect(hours).toBeGreaterThanOrEqual(24);
    expect(hours).toBeLessThan(26);
  });
});

describe('a deployment that is ready within fifteen minutes', () => {
  const ready = [1, 60, 5 * 60, 10 * 60, 14 * 60, 15 * 60];
  it.each(ready)(
    'takes at most 25 transitions, callbacks included, when it is ready after %i seconds',
    async (seconds) => {
      const world = memoryWorld();
      const one = await scenario(world, { callback: 'https://receiver.example/hook' });
      world.clouds.set('alpha', { bootSeconds: seconds, addingSeconds: Math.min(30, seconds) });
      const ran = await one.run();
      const options = { steps: stepsOver(world), clock: world.clock };
      const callbacks = await Promise.all(
        world.notified.map((notificationId) => run('notify-callback', { notificationId }, options)),
      );
      expect((await one.now())?.status).toBe('CREATE_COMPLETE');
      expect(callbacks).toHaveLength(2);
      const transitions = callbacks.reduce((sum, callback) => sum + callback.transitions, ran.transitions);
      expect(transitions).toBeLessThanOrEqual(25);
    },
  );
});

describe('every task of every workflow', () => {
  const tasks = names.flatMap((name) =>
    Object.entries(definitionOf(name).States)
      .filter(([, { Type }]) => Type === 'Task')
      .map(([stateName, one]) => [`${name}: ${stateName}`, one, definitionOf(name)] as const),
  );

  it.each(tasks)('%s keeps its input, has a timeout, and retries all but what is final', (_, one, definition) => {
    expect(one).toHaveProperty('ResultPath');
    expect(one.TimeoutSeconds).toBeGreaterThan(0);
    expect(one.Retry?.at(-1)).toMatchObject({ ErrorEquals: ['States.ALL'], MaxAttempts: expect.any(Number) });
    expect(one.Retry?.at(-1)?.MaxAttempts).toBeGreaterThanOrEqual(8);
    const never = one.Retry?.filter(({ MaxAttempts }) => MaxAttempts === 0) ?? [];
    expect(never.map(({ ErrorEquals }) => ErrorEquals)).toEqual(one.Resource?.startsWith('arn:') ? [] : [finalErrors]);
    for (const { Next } of one.Catch ?? []) expect(Object.keys(definition.States)).toContain(Next);
  });

  it('that destroys is entered for what is final alone', () => {
    const ways = tasks.flatMap(([, { Catch = [] }]) => Catch.filter(({ Next }) => Next === 'Clean up what was made'));
    const errors = ways.flatMap(({ ErrorEquals }) => ErrorEquals);
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.filter((name) => !finalErrors.includes(name))).toEqual([]);
  });

  it.each([
    ['attempt-provider', 'Follow the infrastructure'],
    ['update-deployment', 'Follow the update'],
  ] as const)('%s looks every ten seconds when a deadline falls before the next look', (name, following) => {
    const { Retry = [] } = state(definitionOf(name), following);
    const later = Retry.find(({ ErrorEquals }) => ErrorEquals.includes('NotReadyError'));
    const soon = Retry.find(({ ErrorEquals }) => ErrorEquals.includes('DeadlineNearError'));
    expect(later?.MaxDelaySeconds).toBe(longestPauseSeconds);
    expect(soon).toMatchObject({ IntervalSeconds: 10, BackoffRate: 1 });
    expect((soon?.MaxAttempts ?? 0) * 10).toBeGreaterThanOrEqual(2 * longestPauseSeconds);
  });

  const asking: readonly [WorkflowName, string][] = [
    ['create-deployment', 'Rank the providers'],
    ['create-deployment', 'Complete the deployment'],
    ['attempt-provider', 'Submit the template'],
    ['attempt-provider', 'Follow the infrastructure'],
    ['attempt-provider', 'Clean up what was made'],
    ['update-deployment', 'Begin the update'],
    ['update-deployment', 'Change the infrastructure'],
    ['update-deployment', 'Follow the update'],
    ['update-deployment', 'Complete the deployment'],
    ['delete-deployment', 'Destroy the infrastructures'],
    ['act-on-resource', 'Begin the action'],
    ['act-on-resource', 'Follow the machine'],
  ];
  it.each(asking)('%s: %s bears the longest outage, and what comes before and after', (name, asked) => {
    const of = state(definitionOf(name), asked);
    const outage = of.Retry?.find(({ ErrorEquals }) => ErrorEquals.includes('ProviderUnavailableError'));
    if (!outage) throw new Error('it bears none');
    expect(outage.MaxDelaySeconds).toBe(outagePauseSeconds);
    expect(retriesIn(outage, longestOutageMins * 60)).toBeLessThan(outage.MaxAttempts);
    const poll = polling(of);
    // a short outage, and the last pause of a long one before a deadline
    expect(retriesIn(poll, shortOutageMins * 60 + outagePauseSeconds)).toBeLessThan(poll.MaxAttempts);
  });

  it('submits within the time that a deletion waits for it', () => {
    expect(state(definitionOf('attempt-provider'), 'Submit the template').TimeoutSeconds).toBe(submitSeconds);
  });
});
