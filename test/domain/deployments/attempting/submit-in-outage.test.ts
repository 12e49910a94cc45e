import { describe, expect, it } from 'vitest';
import { submitAttempt } from '../../../../src/domain/deployments/attempting/submit-attempt.ts';
import { afterSeconds, attempting } from './attempting.ts';

describe('an outage while a provider is asked', () => {
  it('is waited for, more slowly after ten minutes, and ends the attempt at the installation’s limit', async () => {
    const one = await attempting();
    one.world.clouds.set('alpha', { outage: { from: 0, to: Infinity } });
    const expected = [
      [0, 'NotReadyError'],
      [599, 'NotReadyError'],
      [1, 'ProviderUnavailableError'],
      [23 * 3600, 'ProviderUnavailableError'],
      [3600, 'ProviderFailedError'],
    ] as const;
    for (const [seconds, name] of expected) {
      one.world.clock.advance(seconds);
      await expect(one.submit()).rejects.toMatchObject({ name });
    }
    expect(one.world.clouds.made).toEqual([]);
  });

  it('that began at the attempt before leaves this one only the rest of the time', async () => {
    const one = await attempting();
    await one.begun({ state: 'FAILED', left: 'given-up', unreachableAt: afterSeconds(0), awayMs: 5_000 });
    const second = { ...one.ref, attempt: { number: 2, providerId: 'beta', last: true } };
    one.world.clouds.set('beta', { create: 'down' });
    one.world.clock.advance(60);
    await expect(submitAttempt(one.world)(second)).rejects.toMatchObject({ name: 'NotReadyError' });
    expect(await one.attempt(2)).toMatchObject({
      ...{ number: 2, providerId: 'beta', last: true, unreachableAt: afterSeconds(0), awayMs: 5_000 },
    });
  });

  it.each([
    ['that is over', { unreachableAt: afterSeconds(0), reachableAt: afterSeconds(5), awayMs: 5_000 }],
    ['of another operation', { unreachableAt: afterSeconds(0), operationId: 'before' }],
  ])('%s does not shorten the next attempt', async (_, before) => {
    const one = await attempting();
    one.world.stores.kept.attempts.set(`${one.deployment.id}#7`, {
      ...{ deploymentId: one.deployment.id, operationId: one.deployment.operation.id, number: 7, providerId: 'beta' },
      ...{ state: 'FAILED', startedAt: afterSeconds(0), deadline: afterSeconds(60), last: false, logged: {} },
      ...before,
    });
    await one.submit();
    const attempt = await one.attempt();
    expect([attempt?.unreachableAt, attempt?.awayMs]).toEqual([undefined, undefined]);
  });
});
