/** A deployment that has a reason to move, and what becomes of what it leaves. */

import { expect } from 'vitest';
import { sweepOrphans } from '../../src/domain/orphans/sweep-orphans.ts';
import { memoryWorld } from '../domain/deployments/world.ts';
import { type Scenario, scenario } from './scenario.ts';

const callback = 'https://receiver.example/hook';

/** It stands at alpha, which then gives no answer any more. */
export const gone = async (changes: Parameters<typeof scenario>[1] = {}) => {
  const one = await scenario(memoryWorld(), { callback, ...changes });
  await one.run();
  expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE', providerId: 'alpha' });
  one.world.clock.advance(3_600);
  one.world.clouds.set('alpha', { outage: { from: 0, to: Number.POSITIVE_INFINITY } });
  one.world.notified.length = 0;
  return one;
};

export const placesOf = ({ world }: Scenario) =>
  world.clouds.standing.map(({ id, providerId }) => `${providerId} ${id}`);

/** Every check of possible orphans, for some days. */
export const swept = async (
  { world }: Scenario,
  pauses: readonly number[] = [2, 6, 6, 6, 40, 200, 1500, 1500],
  left: () => void = () => {},
): Promise<void> => {
  const sweep = sweepOrphans({ ...world, orphanReport: { destroyed: () => {}, left } });
  for (const minutes of pauses) {
    world.clock.advance(minutes * 60);
    await sweep();
  }
};
