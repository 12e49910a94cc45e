import { describe, expect, it } from 'vitest';
import { historyLimit, worstCases } from '../../bench/cost/history.ts';
import {
  longestOutageMins,
  longestPauseSeconds,
  outagePauseSeconds,
  shortOutageMins,
  submitSeconds,
} from '../../src/domain/deployments/record/deadlines.ts';
import { finalErrors } from '../../src/domain/deployments/record/final-errors.ts';
import { endSeconds, lastPollSeconds } from '../../src/runtime/poll.ts';
import { epoch, memoryWorld } from '../domain/deployments/world.ts';
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

/** The choice may stand behind a task that is told the answer, goes on itself when that is done, and leaves all else to it. */
const choiceAfter = (definition: Definition, { Next = '' }: State) => {
  const next = state(definition, Next);
  if (next.Type === 'Choice') return { choice: next, taken: [] };
  expect(JSON.stringify(next.Parameters)).toContain('"$.step.answer.next"');
  const otherwise = next.Catch?.find(({ ErrorEquals }) => ErrorEquals.includes('NotDoneError'))?.Next ?? '';
  return { choice: state(definition, otherwise), taken: ['done'] };
};

const polling = (of: State): Retrier => {
  const found = of.Retry?.find(({ ErrorEquals }) => ErrorEquals.includes('NotReadyError'));
  if (!found) throw new Error('it does not wait by its retries');
  return found;
};

describe('the history of an execution', () => {
  it.each(worstCases())(
    'holds the longest that $workflow may take, with every other retry used up: $events',
    ({ events }) => {
      expect(events).toBeLessThan(historyLimit);
    },
  );

  it('holds a hundred providers in the parent, with every retry used up each time', () => {
    const { States } = definitionOf('create-deployment');
    const each = ['Choose a provider', 'Attempt the provider', 'What came of the attempt?'];
    const completing = state(definitionOf('create-deployment'), 'Complete the deployment');
    // after an attempt that has failed it is refused at once, which is final
    const refused = 99 * (2 + eventsOf(completing));
    const events = Object.entries(States).reduce((sum, [name, one]) => {
      return sum + worstOf(one) * (each.includes(name) ? 100 : 1);
    }, 2 + refused);
    expect(events).toBeLessThan(historyLimit);
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
    'takes at most 23 transitions, callbacks included, when it is ready after %i seconds',
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
      expect(transitions).toBeLessThanOrEqual(23);
    },
  );
});

describe('what is ready', () => {
  it.each([
    [70, 3],
    [119, 3],
    [500, 15],
    [890, 15],
    [3_000, 60],
    [80_000, 60],
  ])('after %i seconds is told at most %i seconds later', async (seconds, later) => {
    const one = await scenario(memoryWorld());
    one.world.clouds.set('alpha', { bootSeconds: seconds });
    await one.run();
    const told = (Date.parse((await one.now())?.updatedAt ?? '') - epoch) / 1000;
    expect(told - seconds).toBeGreaterThanOrEqual(0);
    expect(told - seconds).toBeLessThanOrEqual(later);
  });
});

describe('the workflow that polls', () => {
  const look = state(definitionOf('poll'), 'Poll');

  it('has ended before an Express workflow is cut off, even if its last look ran out of its time once', () => {
    const cutOff = 300;
    expect(endSeconds).toBeLessThan(cutOff);
    const twice = 2 * (look.TimeoutSeconds ?? 0) + 2;
    expect(lastPollSeconds + twice).toBeLessThan(cutOff);
    const others = look.Retry?.at(-1) as Retrier;
    const tried = Array.from({ length: others.MaxAttempts }, (_, n) => pause(others, n));
    expect(lastPollSeconds + tried.reduce((sum, seconds) => sum + seconds, 0)).toBeLessThan(endSeconds);
  });

  it('takes a function for longer than it may run', () => {
    expect(look.TimeoutSeconds).toBeGreaterThan(60);
  });
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

  const ofOperations = tasks.filter(
    ([, one]) => JSON.stringify(one).includes('"operationId.$"') && !one.Resource?.startsWith('arn:'),
  );
  const askedOnce = ofOperations.filter(([, { ResultSelector = {} }]) => !('answer.$' in ResultSelector));
  it.each(askedOnce)('%s ends in peace when a newer operation owns the deployment', (_, one, definition) => {
    const found = one.Catch?.find(({ ErrorEquals }) => ErrorEquals.includes('OperationSupersededError'));
    expect(state(definition, found?.Next ?? 'a state for OperationSupersededError').Type).not.toBe('Fail');
  });

  const repeated = tasks.filter(([, { ResultSelector = {} }]) => 'answer.$' in ResultSelector);
  it.each(repeated)('%s, which is repeated, is followed by a choice that knows every answer', (_, one, definition) => {
    const { choice, taken } = choiceAfter(definition, one);
    const { Choices = [], Default = '' } = choice;
    const answers = new Map(Choices.map(({ StringEquals, Next }) => [StringEquals, Next]));
    const isPolled = one.Resource?.includes('startSyncExecution');
    const hasOperation = JSON.stringify(one).includes('"operationId.$"');
    const needed = [...(isPolled ? ['again'] : []), ...(hasOperation ? ['OperationSupersededError'] : [])];
    for (const answer of ['done', 'rest', ...needed]) expect([...taken, ...answers.keys()]).toContain(answer);
    const named = [...answers.keys()].filter((answer) => /Error$/.test(answer));
    expect(named.filter((name) => !finalErrors.includes(name))).toEqual([]);
    expect(state(definition, answers.get('rest') ?? '')).toMatchObject({ Type: 'Wait' });
    expect(Object.keys(definition.States)).toContain(Default);
  });

  it('that destroys is entered for what is final alone', () => {
    const states = Object.values(definitionOf('attempt-provider').States);
    const destroys = 'Clean up the attempt';
    const caught = states.flatMap(({ Catch = [] }) => Catch.filter(({ Next }) => Next === destroys));
    const chosen = states.flatMap(({ Choices = [] }) => Choices.filter(({ Next }) => Next === destroys));
    const again = ['again']; // of the state itself
    const errors = [
      ...caught.flatMap(({ ErrorEquals }) => ErrorEquals),
      ...chosen.map(({ StringEquals }) => StringEquals),
    ];
    expect(errors.length).toBeGreaterThan(4);
    expect(errors.filter((name) => !finalErrors.includes(name) && !again.includes(name))).toEqual([]);
    for (const { Default } of states) expect(Default).not.toBe(destroys);
  });

  const asking: readonly [WorkflowName, string][] = [
    ['create-deployment', 'Rank the providers'],
    ['create-deployment', 'Complete the deployment'],
    ['attempt-provider', 'Submit the template'],
    ['update-deployment', 'Complete the deployment'],
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
    const soon = of.Retry?.find(({ ErrorEquals }) => ErrorEquals.includes('DeadlineNearError'));
    expect(soon).toMatchObject({ IntervalSeconds: 10, BackoffRate: 1 });
    expect((soon?.MaxAttempts ?? 0) * 10).toBeGreaterThan(longestPauseSeconds);
  });

  it('submits within the time that a deletion waits for it', () => {
    expect(state(definitionOf('attempt-provider'), 'Submit the template').TimeoutSeconds).toBe(submitSeconds);
  });
});
