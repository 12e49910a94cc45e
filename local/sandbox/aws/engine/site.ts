/** What the steps of a stack's resources share: where they happen, and what the cloud is asked for. */

import { type Bag, bagsOf, type Json, textOf } from '../protocol/json.ts';
import type { Order } from '../rows/row.ts';
import type { Place } from '../world/place.ts';
import type { World } from '../world/world.ts';
import type { Discarded, Member, Stack, Task } from './stack.ts';

export interface Site {
  readonly world: World;
  readonly place: Place;
  readonly stack: Stack;
}

/** Between the first event of a resource and the moment when the cloud takes it on. */
export const handlerDelay = 0.1;

export const canonicalMetadata = (metadata: Json): string => JSON.stringify(metadata ?? null);

function tagsOf(stack: Stack, logicalId: string, properties: Bag): { [key: string]: string } {
  const own = bagsOf(properties['Tags']).map((tag) => [textOf(tag['Key']) ?? '', textOf(tag['Value']) ?? '']);
  return {
    ...stack.design.tags,
    ...Object.fromEntries(own),
    'aws:cloudformation:stack-name': stack.name,
    'aws:cloudformation:stack-id': stack.id,
    'aws:cloudformation:logical-id': logicalId,
  };
}

export function orderOf(
  { place, stack }: Site,
  member: Pick<Member, 'logicalId' | 'properties' | 'thingId'>,
  now: number,
): Order {
  const thing = place.things[member.thingId ?? ''];
  const { logicalId, properties } = member;
  const tags = tagsOf(stack, logicalId, properties);
  return {
    place,
    stack: { id: stack.id, name: stack.name },
    logicalId,
    properties,
    tags,
    now,
    ...(thing && { thing }),
  };
}

export function durationOf({ world }: Site, seconds: number, order: Order, type: string): number {
  const slow = world.faults.onResource(['slow'], order, type) ? 10 : 1;
  return Math.round(seconds * 1000 * world.pace * slow);
}

export function discard(
  stack: Stack,
  { logicalId, type, needs, retain }: Omit<Discarded, 'thingId'>,
  thingId: string,
): void {
  stack.operation?.discarded.push({ logicalId, type, thingId, needs, retain });
}

export function memberOf(stack: Stack, { logicalId }: Pick<Task, 'logicalId'>): Member {
  const member = stack.members[logicalId];
  if (!member) throw new Error(`stack ${stack.name} has no resource ${logicalId}`);
  return member;
}
