import { describe, expect, it } from 'vitest';
import { chooseProvider } from '../../../../src/domain/deployments/attempting/choose-provider.ts';
import { afterSeconds, attempting } from './attempting.ts';

const choosing = async (changes: Parameters<typeof attempting>[0] = {}) => {
  const one = await attempting(changes);
  const { deploymentId, operationId } = one.ref;
  const choose = (...candidates: readonly string[]) =>
    chooseProvider(one.world)({ deploymentId, operationId, candidates });
  return { ...one, choose };
};

const destroyed = { state: 'DESTROYED', reason: 'alpha has no such image', quotedLog: '' } as const;

describe('chooseProvider', () => {
  it('takes the best candidate, and says whether it is the last', async () => {
    const { choose } = await choosing();
    expect(await choose('alpha', 'beta')).toEqual({ number: 1, providerId: 'alpha', last: false });
    expect(await choose('alpha')).toEqual({ number: 1, providerId: 'alpha', last: true });
  });

  it('takes the next candidate after one that failed', async () => {
    const one = await choosing();
    await one.begun(destroyed);
    expect(await one.choose('alpha', 'beta')).toEqual({ number: 2, providerId: 'beta', last: true });
    expect(await one.choose('gamma', 'alpha', 'beta')).toEqual({ number: 2, providerId: 'gamma', last: false });
  });

  it('resumes the attempt that is not over, whatever the candidates are', async () => {
    const one = await choosing();
    await one.begun({ ...destroyed, left: 'given-up', state: 'FAILED' });
    await one.begun({ number: 2, providerId: 'beta', last: true, state: 'RUNNING' });
    expect(await one.choose('alpha', 'gamma')).toEqual({ number: 2, providerId: 'beta', last: true });
  });

  it('resumes the clean-up of an attempt that failed', async () => {
    const one = await choosing();
    await one.begun({ ...destroyed, state: 'FAILED' });
    expect(await one.choose('alpha', 'beta')).toMatchObject({ number: 1, providerId: 'alpha' });
  });

  it('gives a number that no attempt of an earlier operation has', async () => {
    const one = await choosing();
    const { deploymentId } = one.ref;
    one.world.stores.kept.attempts.set(`${deploymentId}#4`, {
      ...{ deploymentId, operationId: 'earlier', number: 4, providerId: 'alpha', state: 'FAILED', last: true },
      ...{ startedAt: afterSeconds(0), deadline: afterSeconds(60), logged: {} },
    });
    expect(await one.choose('alpha')).toEqual({ number: 5, providerId: 'alpha', last: true });
  });

  it('tries no other provider when the work failed', async () => {
    const one = await choosing();
    await one.begun({
      state: 'DESTROYED',
      blame: 'work',
      reason: 'the container ended with 1',
      quotedLog: '\nits log',
    });
    await expect(one.choose('alpha', 'beta')).rejects.toMatchObject({
      ...{ name: 'WorkFailedError', message: 'the container ended with 1' },
    });
  });

  it('takes a candidate once more that failed for a reason that passes by itself, and only once', async () => {
    const one = await choosing();
    await one.begun({ ...destroyed, passing: true });
    expect(await one.choose('alpha', 'beta')).toEqual({ number: 2, providerId: 'alpha', last: false });
    expect(await one.choose('alpha')).toEqual({ number: 2, providerId: 'alpha', last: true });
    await one.begun({ ...destroyed, number: 2, passing: true });
    expect(await one.choose('alpha', 'beta')).toEqual({ number: 3, providerId: 'beta', last: true });
    await expect(one.choose('alpha')).rejects.toMatchObject({ name: 'OutOfProvidersError' });
  });

  it('says that the work failed where nobody recorded a reason', async () => {
    const one = await choosing();
    await one.begun({ state: 'DESTROYED', blame: 'work' });
    await expect(one.choose('alpha', 'beta')).rejects.toMatchObject({
      ...{ name: 'WorkFailedError', message: 'what was to be run failed' },
    });
  });

  it('tries no other provider from the deadline on', async () => {
    const one = await choosing({ timeoutMins: 1 });
    await one.begun(destroyed);
    one.world.clock.advance(59);
    expect(await one.choose('alpha', 'beta')).toMatchObject({ providerId: 'beta' });
    one.world.clock.advance(1);
    await expect(one.choose('alpha', 'beta')).rejects.toMatchObject({ name: 'DeploymentTimeoutError' });
  });

  it('fails when every candidate was tried', async () => {
    const one = await choosing();
    await one.begun(destroyed);
    await expect(one.choose('alpha')).rejects.toMatchObject({ name: 'OutOfProvidersError' });
  });

  it('stops when another operation has taken over', async () => {
    const one = await choosing();
    await one.overtake();
    await expect(one.choose('alpha')).rejects.toMatchObject({ name: 'OperationSupersededError' });
  });
});
