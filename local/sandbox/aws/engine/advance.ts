/** Lets the time pass: everything that was due since the last look happens now, in its order. */

import type { Place } from '../world/place.ts';
import type { World } from '../world/world.ts';
import { pass } from './progress.ts';
import { dueAt } from './task-lists.ts';

/** Lets the time pass in a place until now. Answers whether anything happened. */
export function advance(world: World, place: Place, now: number): boolean {
  let happened = false;
  for (;;) {
    const [next] = Object.values(place.stacks)
      .map((stack) => ({ stack, at: dueAt(stack) ?? Number.POSITIVE_INFINITY }))
      .filter(({ at }) => at <= now)
      .sort((a, b) => a.at - b.at);
    if (!next) break;
    pass({ world, place, stack: next.stack });
    happened = true;
  }
  return forgetTerminated(place, now) || happened;
}

const hour = 3_600_000;

function forgetTerminated(place: Place, now: number): boolean {
  const old = Object.values(place.things).filter(
    ({ power }) => power?.to === 'terminated' && now - power.settlesAt > hour,
  );
  for (const { id } of old) delete place.things[id];
  return old.length > 0;
}
