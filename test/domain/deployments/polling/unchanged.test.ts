import { describe, expect, it } from 'vitest';
import { throughOutages } from '../../../../src/domain/deployments/polling/outage.ts';
import { isUnchangedFor } from '../../../../src/domain/deployments/polling/unchanged.ts';
import type { Attempt } from '../../../../src/domain/deployments/record/attempt.ts';
import { ProviderUnavailableError } from '../../../../src/foundation/errors.ts';
import { attempting } from '../attempting/attempting.ts';

const started = async () => {
  const one = await attempting();
  await one.submit();
  const current = async () => (await one.attempt()) as Attempt;
  const { world } = one;
  const ask = async (read: () => Promise<string>) => throughOutages(world, await current(), read);
  return {
    ...one,
    unchanged: async (minutes = 15) => {
      const attempt = await current();
      return isUnchangedFor(minutes, attempt, attempt.startedAt, world.clock.now());
    },
    pass: (minutes: number) => world.clock.advance(minutes * 60),
    away: () =>
      ask(async () => {
        throw new ProviderUnavailableError('nobody answers');
      }),
    back: () => ask(async () => 'an answer'),
  };
};

describe('isUnchangedFor', () => {
  it('counts from the start', async () => {
    const one = await started();
    one.pass(14.9);
    expect(await one.unchanged()).toBe(false);
    one.pass(0.1);
    expect(await one.unchanged()).toBe(true);
  });

  it('counts no outage, and is not known while one lasts', async () => {
    const one = await started();
    one.pass(10);
    await one.away();
    one.pass(60);
    expect(await one.unchanged()).toBe(false);
    await one.back();
    one.pass(4.9);
    expect(await one.unchanged()).toBe(false);
    one.pass(0.1);
    expect(await one.unchanged()).toBe(true);
  });

  it('ends although an outage comes again and again', async () => {
    const one = await started();
    for (let round = 0; round < 5; round += 1) {
      one.pass(3);
      await one.away();
      one.pass(20);
      await one.back();
    }
    expect(await one.unchanged()).toBe(true);
  });

  it('counts anew when the provider says something else', async () => {
    const one = await started();
    one.pass(14);
    await one.record({ said: 'running', saidAt: one.world.clock.now().toISOString(), awayUnchangedMs: undefined });
    one.pass(14);
    expect(await one.unchanged()).toBe(false);
    one.pass(1);
    expect(await one.unchanged()).toBe(true);
  });
});
