import type { Action, World } from './world.ts';
/** What clients do all day: each of them one thing after the other, at random. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../schedules/chance.ts';
import { act, update } from './changes.ts';
import { create, requestDryRun } from './creations.ts';
import { drain } from './drains.ts';
import { forceDelete, remove, removeOfSchedule, reset } from './endings.ts';
import { putFile, toggleSchedule } from './files.ts';
import { look, walk } from './readings.ts';

const day: readonly (readonly [weight: number, action: Action])[] = [
  [26, create],
  [4, requestDryRun],
  [14, update],
  [10, act],
  [16, remove],
  [4, forceDelete],
  [4, reset],
  [16, look],
  [6, walk],
  [5, putFile],
  [4, removeOfSchedule],
  [2, toggleSchedule],
  [4, drain],
];

const weights = day.reduce((sum, [weight]) => sum + weight, 0);

const drawn = (dice: Chance): Action => {
  let left = dice.below(weights);
  for (const [weight, action] of day) {
    left -= weight;
    if (left < 0) return action;
  }
  return look;
};

/** Several clients at once, until the signal; each waits for what it began. */
export const traffic = async (world: World, clients: number, over: AbortSignal): Promise<void> => {
  const one = async (index: number): Promise<void> => {
    while (!over.aborted) {
      const user = world.users[(index + world.dice.below(2)) % world.users.length];
      if (user && world.stack.service.isUp()) await drawn(world.dice)(world, user);
      await sleep(150 + world.dice.below(500));
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, index) => one(index)));
};
