import { describe, expect, it } from 'vitest';
import { interruptedAt } from '../../../../src/domain/deployments/deleting/destruction.ts';
import type { Attempt, AttemptChanges } from '../../../../src/domain/deployments/record/attempt.ts';
import { destroyPauseSeconds, destroyTries } from '../../../../src/domain/deployments/record/deadlines.ts';
import { NotFoundError } from '../../../../src/foundation/errors.ts';
import { afterSeconds } from '../attempting/attempting.ts';
import { standing } from './standing.ts';

describe('destroy', () => {
  it('asks once, then looks until two answers say that it is gone', async () => {
    const one = await standing();
    expect(await one.step()).toEqual({ is: 'waiting', why: 'it is deleting' });
    expect(await one.attempt()).toMatchObject({ destroyingAt: afterSeconds(60), state: 'RUNNING' });
    one.world.clock.advance(3);
    expect(await one.step()).toEqual({ is: 'waiting', why: 'it is deleting' });
    one.world.clock.advance(1);
    const doubtful = { is: 'waiting', why: 'the provider says that it is gone; this is checked once more' };
    expect(await one.step()).toEqual({ ...doubtful, soon: true });
    one.world.clock.advance(0.9);
    expect(await one.step()).toEqual({ ...doubtful, soon: false });
    expect(await one.attempt()).toMatchObject({ state: 'RUNNING' });
    one.world.clock.advance(0.1);
    expect(await one.step()).toEqual({ is: 'gone' });
    expect(await one.attempt()).toMatchObject({ state: 'DESTROYED' });
    expect(one.destroyed).toEqual(['inf-1']);
    expect(await one.log()).toMatch(
      /infrastructure inf-1 on provider alpha is to be destroyed\n\S+ nothing is left of attempt 1 on provider alpha\n$/,
    );
  });

  it('asks again for a new decision: a call before it does not count', async () => {
    const one = await standing({ destroyingAt: afterSeconds(59) });
    await one.step();
    expect(one.destroyed).toEqual(['inf-1']);
    const other = await standing({ destroyingAt: afterSeconds(60) });
    await other.step();
    expect(other.destroyed).toEqual([]);
  });

  it('does not count the refusals of an earlier decision', async () => {
    const before = { destroyingAt: afterSeconds(59), refusedAt: afterSeconds(59), refusals: 7, refusal: 'in use' };
    const one = await standing(before);
    expect(await one.step()).toEqual({ is: 'waiting', why: 'it is deleting' });
    const attempt = await one.attempt();
    expect([attempt?.refusals, attempt?.refusedAt, attempt?.refusal]).toEqual([undefined, undefined, undefined]);
  });

  it('fails for a provider that is no longer configured, and asks nobody', async () => {
    const one = await standing();
    const { get } = one.world.providers;
    one.world.providers.get = () => get('former');
    expect(await one.step()).toEqual({
      is: 'failed',
      why: 'provider alpha is no longer configured; who runs this service can configure it again, with draining: true',
    });
    expect(one.destroyed).toEqual([]);
  });

  it('waits while its provider adds something to it', async () => {
    const one = await standing();
    one.world.clouds.set('alpha', { create: 'launch-nothing', addingSeconds: 90 });
    expect(await one.step()).toEqual({ is: 'waiting', why: '409: invalid state to perform this operation' });
    expect(await one.attempt()).not.toHaveProperty('destroyingAt');
  });
});

describe('an infrastructure whose id was lost', () => {
  const lost = async (more: AttemptChanges = {}) => {
    const one = await standing();
    await one.record({ infrastructureId: undefined, state: 'SUBMITTING', ...more });
    return one;
  };

  it('is found by its name, recorded and destroyed', async () => {
    const one = await lost();
    await one.step();
    expect(await one.attempt()).toMatchObject({ infrastructureId: 'inf-1', destroyingAt: afterSeconds(60) });
    expect(one.destroyed).toEqual(['inf-1']);
  });

  /** The second, from the decision, at which it counts as gone. */
  const goneAfter = async (more: AttemptChanges) => {
    const one = await lost(more);
    one.world.clouds.find = async () => undefined;
    for (let second = 0; second < 500; second += 1) {
      const seen = await one.step();
      if (seen.is === 'gone') return second;
      expect(seen).toEqual({
        ...{ is: 'waiting', why: 'a call to the provider may still be in progress for attempt 1' },
      });
      one.world.clock.advance(1);
    }
    throw new Error('it never counts as gone');
  };

  it.each([
    ['30 s after the decision', 30, { state: 'FAILED', cutOffAt: afterSeconds(10) }],
    ['30 s after the last call was cut off', 70, { state: 'FAILED', cutOffAt: afterSeconds(100) }],
    [
      '60 s after the last call, if nobody knows when it was cut off',
      50,
      { state: 'FAILED', askedAt: afterSeconds(50) },
    ],
    [
      '120 s after the decision while the submit step may still run',
      120,
      { state: 'SUBMITTING', cutOffAt: afterSeconds(10) },
    ],
  ] as const)('and that is not listed counts as gone %s', async (_, seconds, more) => {
    expect(await goneAfter(more)).toBe(seconds);
  });
});

describe('interruptedAt', () => {
  const [startedAt, askedAt, cutOffAt] = [afterSeconds(0), afterSeconds(10), afterSeconds(20)];
  const of = (more: Partial<Attempt>) => interruptedAt({ startedAt, ...more } as Attempt, { createSeconds: 30 });

  it('is when the call was cut off, else the latest time at which it can have ended', () => {
    expect(of({ askedAt, cutOffAt })).toBe(cutOffAt);
    expect(of({ askedAt })).toBe(afterSeconds(40));
    expect(of({})).toBe(afterSeconds(30));
  });
});

describe('a provider that refuses to destroy', () => {
  it('is asked again after growing pauses, then the destruction fails with what it says', async () => {
    const one = await standing();
    one.world.clouds.set('alpha', { destroy: 'refuse' });
    const why = 'alpha: quota of deletions exceeded';
    for (let tries = 1; tries < destroyTries; tries += 1) {
      expect(await one.step()).toEqual({ is: 'waiting', why });
      expect(await one.attempt()).toMatchObject({ refusals: tries, refusal: why });
      one.world.clock.advance(destroyPauseSeconds(tries) - 1);
      expect(await one.step()).toEqual({ is: 'waiting', why });
      expect(one.destroyed).toHaveLength(tries);
      one.world.clock.advance(1);
    }
    expect(await one.step()).toEqual({ is: 'failed', why });
    expect(one.destroyed).toHaveLength(destroyTries);
    const tries = (await one.log()).match(/did not destroy the infrastructure \(try \d of 8\)[^\n]*/g) ?? [];
    expect(tries).toHaveLength(destroyTries);
    expect(tries[0]).toBe(`did not destroy the infrastructure (try 1 of 8): ${why}; the next try is in 5 seconds`);
    expect(tries.at(-1)).toBe(`did not destroy the infrastructure (try 8 of 8): ${why}`);
    // the timeline says the same thing once
    expect(one.messages().filter((message) => message.startsWith('PROVIDER_SAID'))).toHaveLength(1);
  });

  it('and then accepts, waits for the answer of the second call and goes on', async () => {
    const one = await standing();
    one.world.clouds.set('alpha', { destroy: 'refuse-once' });
    await one.step();
    one.world.clock.advance(5);
    expect(await one.step()).toEqual({ is: 'waiting', why: 'the provider was asked again' });
    one.world.clock.advance(4);
    await one.step();
    one.world.clock.advance(5);
    expect(await one.step()).toEqual({ is: 'gone' });
    expect(one.destroyed).toEqual(['inf-1', 'inf-1']);
  });

  it('silently is noticed once its grace has passed, and says why when it is waited for', async () => {
    const one = await standing();
    one.world.clouds.set('alpha', { destroy: 'fail-silently' });
    expect(await one.step()).toEqual({ is: 'waiting', why: 'it is deleting' });
    one.world.clock.advance(4);
    expect(await one.step()).toEqual({ is: 'waiting', why: 'it is configured' });
    expect(await one.attempt()).not.toHaveProperty('refusals');
    one.world.clock.advance(1);
    const said = 'the provider was asked to destroy infrastructure inf-1 and did not: it still exists, configured';
    expect(await one.step()).toEqual({ is: 'waiting', why: said });
    one.world.clock.advance(5);
    expect(await one.step()).toEqual({ is: 'waiting', why: 'alpha: the volume is in use' });
    expect(await one.attempt()).toMatchObject({ refusals: 2, refusal: 'alpha: the volume is in use' });
    expect(one.messages().filter((message) => message.startsWith('PROVIDER_SAID'))).toHaveLength(2);
  });
});

describe('an infrastructure that still exists', () => {
  it('is reported with the reason that its provider gives', async () => {
    const one = await standing();
    one.world.clouds.status = async () => ({ state: 'failed', vms: {}, reason: 'the volume is in use' });
    await one.step();
    one.world.clock.advance(5);
    expect(await one.step()).toMatchObject({
      why: expect.stringMatching(/still exists, failed \(the volume is in use\)$/),
    });
  });
});

describe('a destroy call without an answer', () => {
  it('at a provider that answers others counts as refused', async () => {
    const one = await standing();
    one.world.clouds.set('alpha', { destroy: 'down' });
    expect(await one.step()).toEqual({ is: 'waiting', why: 'alpha answered 503' });
    expect(await one.attempt()).toMatchObject({ refusals: 1, refusal: 'alpha answered 503' });
  });

  it('for an infrastructure that is gone meanwhile is over once that is sure', async () => {
    const one = await standing();
    one.world.clouds.set('alpha', { destroy: 'down' });
    one.world.clouds.status = () => Promise.reject(new NotFoundError('invalid infrastructure ID'));
    one.world.clouds.list = async () => [];
    expect(await one.step()).toEqual({ is: 'waiting', why: 'alpha answered 503' });
    const attempt = await one.attempt();
    expect([attempt?.destroyingAt, attempt?.refusals]).toEqual([afterSeconds(60), undefined]);
    // a later decision asks once more
    one.world.clock.advance(60);
    expect(await one.step({ since: afterSeconds(120) })).toEqual({ is: 'gone' });
  });

  it('does not hide a mistake of our own', async () => {
    const one = await standing();
    const own = new TypeError('a mistake of the code');
    one.world.clouds.destroy = () => Promise.reject(own);
    await expect(one.step()).rejects.toBe(own);
  });

  it('that took effect all the same is not repeated', async () => {
    const one = await standing();
    const destroyIt = one.world.clouds.destroy.bind(one.world.clouds);
    one.world.clouds.destroy = async (...given) => {
      await destroyIt(...given);
      one.world.clouds.set('alpha', { destroy: 'down' });
      await destroyIt(...given);
    };
    expect(await one.step()).toEqual({ is: 'waiting', why: 'alpha answered 503' });
    const attempt = await one.attempt();
    expect([attempt?.destroyingAt, attempt?.refusals]).toEqual([afterSeconds(60), undefined]);
  });

  it('at a provider that answers nothing is an outage, and no refusal', async () => {
    const one = await standing();
    one.world.clouds.set('alpha', { outage: { from: 0, to: Infinity } });
    expect(await one.step()).toMatchObject({ is: 'away', isLong: false });
    expect(await one.attempt()).not.toHaveProperty('destroyingAt');
  });

  it('ends a destruction whose order allows no longer outage', async () => {
    const one = await standing();
    one.world.clouds.set('alpha', { outage: { from: 0, to: Infinity } });
    await one.step({ outageMins: 10 });
    one.world.clock.advance(599);
    expect(await one.step({ outageMins: 10 })).toMatchObject({ is: 'away' });
    one.world.clock.advance(1);
    expect(await one.step({ outageMins: 10 })).toMatchObject({ is: 'failed' });
    expect(await one.step()).toMatchObject({ is: 'away', isLong: true });
  });

  it('counts the whole outage where its order says nothing of one', async () => {
    const one = await standing({ unreachableAt: afterSeconds(0) });
    one.world.clouds.set('alpha', { outage: { from: 0, to: Infinity } });
    one.world.clock.advance(24 * 3600 - 60 - 1);
    expect(await one.step()).toMatchObject({ is: 'away' });
    one.world.clock.advance(1);
    expect(await one.step()).toMatchObject({ is: 'failed' });
  });

  it('restarts the grace when the provider answers again', async () => {
    const one = await standing();
    one.world.clouds.set('alpha', { destroy: 'fail-silently' });
    await one.step();
    one.world.clouds.set('alpha', { outage: { from: 0, to: Infinity } });
    one.world.clock.advance(4);
    await one.step();
    one.world.clouds.set('alpha', { destroy: 'fail-silently' });
    one.world.clock.advance(60);
    expect(await one.step()).toEqual({ is: 'waiting', why: 'it is configured' });
    expect(await one.attempt()).not.toHaveProperty('refusals');
  });
});
