import { describe, expect, it } from 'vitest';
import type { Attempt } from '../../../../src/domain/deployments/record/attempt.ts';
import { claimAttempt, claimedAttempt } from '../../../../src/domain/deployments/record/claim-attempt.ts';
import type { Deployment } from '../../../../src/domain/deployments/record/deployment.ts';
import { afterSeconds, attempting } from '../attempting/attempting.ts';
import { limits } from '../world.ts';

/** A deployment whose infrastructure this attempt made; its update is accepted a minute later. */
const updated = async (more: Partial<Attempt> = {}, changes: Partial<Deployment> = {}) => {
  const one = await attempting();
  await one.begun({ state: 'COMPLETE', infrastructureId: 'inf-1', ...more });
  one.world.clock.advance(60);
  const deployment: Deployment = {
    ...one.deployment,
    infrastructureId: 'inf-1',
    operation: { id: 'update', kind: 'UPDATE', acceptedAt: afterSeconds(60) },
    ...changes,
  };
  return { ...one, claim: () => claimAttempt(one.world, deployment) };
};

describe('claimAttempt', () => {
  it('starts the attempt anew for the update, and keeps infrastructure, log and what was cut off', async () => {
    const seen: Partial<Attempt> = {
      ...{ askedAt: 'x', answeredAt: 'x', unansweredAt: 'x', configuredAt: 'x', reason: 'x', quotedLog: 'x' },
      ...{ unreachableAt: 'x', reachableAt: 'x', awayMs: 1, goneAt: 'x', left: 'kept', said: 'x' },
    };
    const one = await updated({ ...seen, logged: { header: 7 }, loggedInAll: 7, cutOffAt: 'then', last: false });
    const claimed = await one.claim();
    const { deploymentId, providerId } = claimed;
    expect(claimed).toStrictEqual({
      ...{ deploymentId, providerId, number: 1, operationId: 'update', state: 'RUNNING', last: true },
      ...{ startedAt: afterSeconds(60), deadline: afterSeconds(60 + limits.providerTimeoutMins * 60) },
      ...{ infrastructureId: 'inf-1', logged: { header: 7 }, loggedInAll: 7, cutOffAt: 'then' },
    });
    expect(await one.attempt()).toStrictEqual(claimed);
  });

  it('has no longer than ten days', async () => {
    const one = await updated({}, { limits: { ...limits, providerTimeoutMins: 1e9 } });
    expect((await one.claim()).deadline).toBe(afterSeconds(60 + 10 * 24 * 3600));
  });

  it('has the time that the request allows', async () => {
    const one = await updated({}, { limits: { ...limits, providerTimeoutMins: 5 } });
    expect((await one.claim()).deadline).toBe(afterSeconds(60 + 300));
  });

  it('changes nothing when it is repeated', async () => {
    const one = await updated();
    const claimed = await one.claim();
    one.world.clock.advance(60);
    expect(await one.claim()).toEqual(claimed);
  });

  it.each<[string, Partial<Attempt>, Partial<Deployment>]>([
    ['was destroyed', { state: 'DESTROYED' }, {}],
    ['is another', { infrastructureId: 'inf-2' }, {}],
    ['never was', { infrastructureId: undefined } as never, { infrastructureId: undefined } as never],
  ])('fails where the infrastructure %s', async (_, more, changes) => {
    const one = await updated(more, changes);
    await expect(one.claim()).rejects.toMatchObject({
      ...{ name: 'ProviderFailedError', message: 'the deployment has no infrastructure that an update could change' },
    });
  });

  it('fails where the provider is no longer configured', async () => {
    const one = await updated();
    const { get } = one.world.providers;
    one.world.providers.get = () => get('former');
    await expect(one.claim()).rejects.toMatchObject({
      ...{
        name: 'ProviderFailedError',
        message:
          'provider alpha is no longer configured; who runs this service can configure it again, with draining: true',
      },
    });
  });

  it('fails where another kind of deployer made it', async () => {
    const one = await updated({ deployer: 'cloudformation' });
    await expect(one.claim()).rejects.toMatchObject({
      ...{ name: 'ProviderFailedError', message: expect.stringContaining('cannot reach what cloudformation has made') },
    });
  });

  it('takes one of an earlier release, which kept no kind of deployer', async () => {
    const one = await updated();
    one.world.providers.get = async (id) => ({
      id,
      name: 'Account',
      priority: 0,
      facts: { deployer: 'cloudformation' },
    });
    expect(await one.claim()).toMatchObject({ infrastructureId: 'inf-1' });
  });
});

describe('claimedAttempt', () => {
  it('is the attempt of this operation', async () => {
    const one = await updated();
    const claimed = await one.claim();
    const ref = { deploymentId: one.deployment.id, operationId: 'update' };
    expect(await claimedAttempt(one.world, ref)).toEqual(claimed);
  });

  it.each(['nothing', 'an infrastructure'])('is none where the operation has not claimed %s', async (what) => {
    const one = await updated();
    if (what === 'an infrastructure') await one.record({ operationId: 'update', infrastructureId: undefined });
    const claimed = claimedAttempt(one.world, { deploymentId: one.deployment.id, operationId: 'update' });
    await expect(claimed).rejects.toMatchObject({ name: 'NotFoundError', message: /has claimed no infrastructure/ });
  });
});
