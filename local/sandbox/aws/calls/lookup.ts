/** Finds stacks, as CloudFormation does: a name means the one that is not deleted, an id means any. */

import { isGone, type Stack } from '../engine/stack.ts';
import { invalid } from '../protocol/refusal.ts';
import type { Place } from '../world/place.ts';

const daysListed = 90;

export const allStacks = (place: Place, now: number): readonly Stack[] =>
  Object.values(place.stacks)
    .filter(({ deletedAt }) => deletedAt === undefined || now - deletedAt < daysListed * 86_400_000)
    .reverse();

export function findStack(place: Place, nameOrId: string, now: number): Stack | undefined {
  return allStacks(place, now).find((stack) => stack.id === nameOrId || (stack.name === nameOrId && !isGone(stack)));
}

export function stackOf(place: Place, nameOrId: string, now: number): Stack {
  const stack = findStack(place, nameOrId, now);
  if (!stack) throw invalid(`Stack with id ${nameOrId} does not exist`);
  return stack;
}

/** Like `stackOf`, in the words of the calls that change a stack. */
export function liveStack(place: Place, nameOrId: string, now: number): Stack {
  const stack = findStack(place, nameOrId, now);
  if (!stack || isGone(stack)) throw invalid(`Stack [${nameOrId}] does not exist`);
  return stack;
}
