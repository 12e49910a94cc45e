/** Outages of the first provider, in a world of its own. */

import { expect } from 'vitest';
import type { Behaviour } from '../domain/deployments/cloud-behaviour.ts';
import { epoch, memoryWorld } from '../domain/deployments/world.ts';
import { type Scenario, scenario } from './scenario.ts';

export const begin = (changes: Parameters<typeof scenario>[1] = {}) => scenario(memoryWorld(), changes);

export const created = async (changes: Parameters<typeof scenario>[1] = {}) => {
  const one = await begin(changes);
  await one.run();
  return one;
};

export const minute = 60;
export const start = epoch / 1000;

/** The first provider cannot be asked from the second that `from` is after the beginning, for `seconds`. */
export const away = (one: Scenario, from: number, seconds: number, more: Behaviour = {}, refusing?: true): void => {
  const outage = { from: start + from, to: start + from + seconds, ...(refusing && { refusing }) };
  one.world.clouds.set('alpha', { ...more, outage });
};

export const secondsOf = ({ world }: Scenario): number => (world.clock.now().getTime() - epoch) / 1000;

export const told = (one: Scenario): string => one.world.events.map(({ message }) => message).join('\n');

/** Made once, by the first provider, and never touched. */
export const expectUntouched = async (one: Scenario, status: string) => {
  expect(await one.now()).toMatchObject({ status, providerId: 'alpha', infrastructureId: 'inf-1' });
  expect(one.world.clouds.made).toHaveLength(1);
  expect(one.world.clouds.destroyed).toEqual([]);
};
