import { describe, expect, it } from 'vitest';
import type { memoryOrphans } from '../orphans.ts';
import { limits } from '../world.ts';
import { afterSeconds, attempting } from './attempting.ts';

const failed = { Error: 'ProviderFailedError', Cause: 'a machine failed' };
const works = { Error: 'WorkFailedError', Cause: 'the container ended with 1' };
const late = { Error: 'DeploymentTimeoutError', Cause: 'the deployment was not ready' };

type Changes = Parameters<typeof attempting>[0];

/** An attempt whose infrastructure stands, past the time in which its cloud is not to be disturbed. */
const submitted = async (changes: Changes = {}, last = false) => {
  const one = await attempting(changes, last);
  await one.submit();
  one.world.clock.advance(30);
  return {
    ...one,
    destroyed: one.world.clouds.destroyed,
    watched: () => (one.world.orphans as ReturnType<typeof memoryOrphans>).all(),
  };
};

const keeping = { limits: { ...limits, keepLastAttempt: true } };

describe('cleanUpAttempt', () => {
  it('records why the attempt failed, before anything is destroyed', async () => {
    const one = await submitted();
    await expect(one.cleanUp(failed)).rejects.toMatchObject({ name: 'NotReadyError', message: 'it is deleting' });
    expect(await one.attempt()).toMatchObject({
      ...{ state: 'FAILED', reason: 'a machine failed', quotedLog: '', cleaningAt: afterSeconds(30) },
    });
    expect(one.destroyed).toEqual(['inf-1']);
    expect(one.messages().at(-1)).toBe('ATTEMPT_FAILED: provider alpha: a machine failed');
    expect(await one.log()).toContain(`${afterSeconds(30)} attempt 1 failed: a machine failed\n`);
  });

  it('waits until nothing is left, and takes the infrastructure off the deployment', async () => {
    const one = await submitted();
    await expect(one.cleanUp(failed)).rejects.toMatchObject({ name: 'NotReadyError' });
    expect(await one.now()).toMatchObject({ infrastructureId: 'inf-1' });
    one.world.clock.advance(5);
    // the Infrastructure Manager is believed only when it says twice that it is gone
    await expect(one.cleanUp(failed)).rejects.toMatchObject({ name: 'NotReadyError' });
    expect(await one.attempt()).toMatchObject({ state: 'FAILED' });
    one.world.clock.advance(5);
    expect(await one.cleanUp(failed)).toEqual({ outcome: 'failed' });
    expect(await one.attempt()).toMatchObject({ state: 'DESTROYED', cleaningAt: afterSeconds(30) });
    expect(await one.attempt()).not.toHaveProperty('left');
    expect(await one.log()).not.toContain('left over');
    expect(await one.now()).not.toHaveProperty('infrastructureId');
    expect(one.destroyed).toEqual(['inf-1']);
    expect(one.watched()).toMatchObject([{ number: 1, infrastructureId: 'inf-1', unanswered: false }]);
  });

  it('has its infrastructure looked for before it counts as destroyed, since the process may die in between', async () => {
    const one = await submitted();
    const { record } = one.world.attempts;
    one.world.attempts.record = async (id, number, changes) => {
      const attempt = await record(id, number, changes);
      if (changes.state === 'DESTROYED') throw new Error('the process died');
      return attempt;
    };
    for (let step = 0; (await one.attempt())?.state !== 'DESTROYED' && step < 9; step += 1) {
      await one.cleanUp(failed).catch(() => undefined);
      one.world.clock.advance(5);
    }
    expect(await one.attempt()).toMatchObject({ state: 'DESTROYED' });
    expect(one.watched()).toMatchObject([{ number: 1, infrastructureId: 'inf-1' }]);
  });

  it('keeps the first reason when it is run again with another one', async () => {
    const one = await submitted();
    await one.cleanUp(failed).catch(() => undefined);
    one.world.clock.advance(1);
    await one.cleanUp({ Error: 'Lambda.Unknown', Cause: 'out of memory' }).catch(() => undefined);
    expect(await one.attempt()).toMatchObject({ reason: 'a machine failed', cleaningAt: afterSeconds(30) });
    expect(one.messages().filter((message) => message.startsWith('ATTEMPT_FAILED'))).toHaveLength(1);
    expect((await one.log()).match(/attempt 1 failed/g)).toHaveLength(1);
  });

  it('keeps the quote of the provider’s log for the owner', async () => {
    const one = await submitted();
    await one.record({ quotedLog: '\ncontextualization message:\nTASK failed' });
    await one.cleanUp(failed).catch(() => undefined);
    expect(await one.attempt()).toMatchObject({
      ...{ reason: 'a machine failed', quotedLog: '\ncontextualization message:\nTASK failed' },
    });
    expect(one.messages().at(-1)).toBe('ATTEMPT_FAILED: provider alpha: a machine failed');
  });

  it('has nothing to do where no attempt was begun', async () => {
    const one = await attempting();
    expect(await one.cleanUp(failed)).toEqual({ outcome: 'failed' });
    expect(await one.cleanUp(late)).toEqual({ outcome: 'timed-out' });
    expect(one.messages()).toEqual([]);
  });

  it('does not write to a deployment that has no infrastructure', async () => {
    const one = await attempting();
    await one.begun({ state: 'DESTROYED', reason: 'alpha has no such image', quotedLog: '' });
    one.world.clock.advance(7);
    await one.cleanUp(failed);
    expect(await one.now()).toEqual(one.deployment);
  });

  it('names the error where nobody recorded a reason', async () => {
    const one = await attempting();
    await one.begun({ state: 'FAILED', left: 'given-up' });
    await one.cleanUp({ Error: 'States.Timeout', Cause: '' });
    expect(one.messages()).toEqual(['ATTEMPT_FAILED: provider alpha: States.Timeout']);
  });

  it('stops when another operation has taken over', async () => {
    const one = await submitted();
    await one.overtake();
    await expect(one.cleanUp(failed)).rejects.toMatchObject({ name: 'OperationSupersededError' });
    expect([one.destroyed, (await one.attempt())?.state]).toEqual([[], 'RUNNING']);
  });

  it('destroys nothing more of an attempt that is settled', async () => {
    const one = await submitted();
    await one.record({ state: 'DESTROYED', reason: 'alpha has no such image', quotedLog: '' });
    expect(await one.cleanUp(failed)).toEqual({ outcome: 'failed' });
    expect(one.destroyed).toEqual([]);
    expect(await one.now()).not.toHaveProperty('infrastructureId');
  });
});

describe('keepLastAttempt', () => {
  it.each([
    ['the last attempt', failed, true],
    ['an attempt in whose time the deployment was not ready', late, false],
    ['an attempt whose work failed', works, false],
  ])('keeps %s, on the deployment too', async (_, failure, last) => {
    const one = await submitted(keeping, last);
    expect(await one.cleanUp(failure)).toEqual({ outcome: failure === late ? 'timed-out' : 'failed' });
    expect(await one.attempt()).toMatchObject({
      ...{ state: 'FAILED', left: 'kept' },
      reason: `${failure.Cause}\nkept, as keepLastAttempt asks: infrastructure inf-1`,
    });
    expect([one.destroyed, one.watched()]).toEqual([[], []]);
    expect(await one.now()).toMatchObject({ infrastructureId: 'inf-1' });
  });

  it('keeps an attempt that fails after the deployment’s time: no other provider is tried any more', async () => {
    const one = await submitted({ ...keeping, timeoutMins: 60 });
    one.world.clock.advance(3600);
    expect(await one.cleanUp(failed)).toEqual({ outcome: 'failed' });
    expect(await one.attempt()).toMatchObject({
      left: 'kept',
      reason: 'a machine failed\nkept, as keepLastAttempt asks: infrastructure inf-1',
    });
    expect(one.destroyed).toEqual([]);
  });

  it.each([
    ['does not keep an attempt after which another provider is tried', keeping, failed, false],
    ['does not keep the last attempt where the owner does not ask for it', {}, failed, true],
    ['does not keep after the deployment’s time where the owner does not ask for it', {}, late, false],
  ])('%s', async (_, changes, failure, last) => {
    const one = await submitted(changes, last);
    await expect(one.cleanUp(failure)).rejects.toMatchObject({ name: 'NotReadyError' });
    const attempt = await one.attempt();
    expect([attempt?.state, attempt?.left, attempt?.reason]).toEqual(['FAILED', undefined, failure.Cause]);
    expect(one.destroyed).toEqual(['inf-1']);
  });

  it('says nothing of an infrastructure that never was', async () => {
    const one = await attempting(keeping, true);
    await one.begun();
    expect(await one.cleanUp(failed)).toEqual({ outcome: 'failed' });
    expect(await one.attempt()).toMatchObject({ left: 'kept', reason: 'a machine failed' });
  });

  it('remembers whose fault it was', async () => {
    const one = await submitted();
    await one.cleanUp(works).catch(() => undefined);
    expect(await one.attempt()).toMatchObject({ blame: 'work' });
    const other = await submitted();
    await other.cleanUp(failed).catch(() => undefined);
    expect(await other.attempt()).not.toHaveProperty('blame');
  });
});

describe('an infrastructure that its provider does not destroy', () => {
  it('has its ten minutes anew after an interruption of its workflow, in which nobody looked at it', async () => {
    const one = await submitted();
    one.world.clouds.status = async () => ({ state: 'deleting', vms: {} });
    await expect(one.cleanUp(failed)).rejects.toMatchObject({ name: 'NotReadyError' });
    one.world.clock.advance(3600);
    const interrupted = { times: 1, by: 'Lambda.Unknown', at: afterSeconds(30 + 3600) };
    await one.world.deployments.interrupt((await one.now()) ?? one.deployment, interrupted);
    await expect(one.cleanUp(failed)).rejects.toMatchObject({ name: 'NotReadyError' });
    one.world.clock.advance(599);
    await expect(one.cleanUp(failed)).rejects.toMatchObject({ name: 'NotReadyError' });
    one.world.clock.advance(1);
    expect(await one.cleanUp(failed)).toEqual({ outcome: 'failed' });
    expect(await one.attempt()).toMatchObject({ left: 'given-up' });
  });

  it('is given up after ten minutes: the next provider is tried, and the sweep of orphans goes on', async () => {
    const one = await submitted();
    one.world.clouds.set('alpha', { destroy: 'fail-silently' });
    await expect(one.cleanUp(failed)).rejects.toMatchObject({ name: 'NotReadyError' });
    one.world.clock.advance(599);
    await expect(one.cleanUp(failed)).rejects.toMatchObject({ name: 'NotReadyError' });
    expect(one.watched()).toEqual([]);
    one.world.clock.advance(1);
    expect(await one.cleanUp(failed)).toEqual({ outcome: 'failed' });
    expect(await one.attempt()).toMatchObject({
      ...{ state: 'FAILED', left: 'given-up' },
      reason: expect.stringMatching(
        /^a machine failed\nleft over on alpha: inf-1 \(.+\); deleting the deployment tries again$/,
      ),
    });
    expect(await one.log()).toContain('left over on alpha: inf-1');
    expect(one.watched()).toMatchObject([{ number: 1, infrastructureId: 'inf-1' }]);
    expect(await one.now()).not.toHaveProperty('infrastructureId');
  });

  it('is given up at once when the provider is no longer configured', async () => {
    const one = await submitted();
    const { get } = one.world.providers;
    one.world.providers.get = () => get('former');
    expect(await one.cleanUp(failed)).toEqual({ outcome: 'failed' });
    expect(await one.attempt()).toMatchObject({
      left: 'given-up',
      reason: expect.stringContaining(
        'left over on alpha: inf-1 (provider alpha is no longer configured; who runs this service can configure it again, with draining: true)',
      ),
    });
    expect(one.destroyed).toEqual([]);
  });

  it('is given up with what its provider says', async () => {
    const one = await submitted();
    one.world.clouds.set('alpha', { destroy: 'refuse' });
    await expect(one.cleanUp(failed)).rejects.toMatchObject({
      ...{ name: 'NotReadyError', message: 'alpha: quota of deletions exceeded' },
    });
    one.world.clock.advance(600);
    await one.cleanUp(failed);
    expect((await one.attempt())?.reason).toContain('inf-1 (alpha: quota of deletions exceeded)');
  });

  it('that may not exist at all is searched for two minutes', async () => {
    const one = await attempting();
    await one.begun({ cutOffAt: afterSeconds(100) });
    await expect(one.cleanUp(failed)).rejects.toMatchObject({
      ...{ name: 'NotReadyError', message: 'a call to the provider may still be in progress for attempt 1' },
    });
    one.world.clock.advance(119);
    await expect(one.cleanUp(failed)).rejects.toMatchObject({ name: 'NotReadyError' });
    one.world.clock.advance(1);
    await expect(one.cleanUp(failed)).resolves.toEqual({ outcome: 'failed' });
    expect(await one.attempt()).toMatchObject({
      left: 'given-up',
      reason: expect.stringContaining('left over on alpha: an infrastructure, if one was made (a call to the provider'),
    });
  });
});

describe('an outage while an attempt is cleaned up', () => {
  const away = { outage: { from: 0, to: Infinity } };

  it('is waited for', async () => {
    const one = await submitted();
    one.world.clouds.set('alpha', away);
    await expect(one.cleanUp(failed)).rejects.toMatchObject({ name: 'NotReadyError' });
    one.world.clock.advance(3600);
    await expect(one.cleanUp(failed)).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
    expect(await one.attempt()).not.toHaveProperty('left');
  });

  it('does not count: the ten minutes begin when it ends', async () => {
    const one = await submitted();
    one.world.clouds.set('alpha', away);
    await one.cleanUp(failed).catch(() => undefined);
    one.world.clock.advance(3600);
    one.world.clouds.set('alpha', { destroy: 'fail-silently' });
    await expect(one.cleanUp(failed)).rejects.toMatchObject({ name: 'NotReadyError' });
    one.world.clock.advance(599);
    await expect(one.cleanUp(failed)).rejects.toMatchObject({ name: 'NotReadyError' });
    one.world.clock.advance(1);
    await expect(one.cleanUp(failed)).resolves.toEqual({ outcome: 'failed' });
  });

  it('is not waited for once the deployment’s own deadline has passed', async () => {
    const one = await submitted({ timeoutMins: 1 });
    one.world.clouds.set('alpha', away);
    one.world.clock.advance(30);
    expect(await one.cleanUp(late)).toEqual({ outcome: 'timed-out' });
    expect(await one.attempt()).toMatchObject({ left: 'given-up' });
  });
});
