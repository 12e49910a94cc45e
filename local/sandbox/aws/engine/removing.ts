/** A resource is deleted: it begins, and it is gone or the cloud refuses. */

import { refusedByRole } from '../iam/resources.ts';
import { knownRow } from '../rows/rows.ts';
import { failureOf } from '../world/faults.ts';
import { reasonOf, resourceEvent } from './events.ts';
import { durationOf, orderOf, type Site } from './site.ts';
import type { Stack, Task } from './stack.ts';

const deletionSeconds = 5;
export function beginRemoval(site: Site, task: Task, now: number): undefined {
  const { place, stack } = site;
  const { logicalId, type = '', thingId } = task;
  const member = stack.members[logicalId];
  const what = { logicalId, type, thingId };
  task.doing = 'delete';
  if (member?.thingId === thingId && member) Object.assign(member, { status: 'DELETE_IN_PROGRESS', at: now });
  if (!place.things[thingId ?? '']) {
    resourceEvent(place, stack, now, what, 'DELETE_COMPLETE');
    markDeleted(stack, task, now);
    return;
  }
  const order = orderOf(site, { logicalId, properties: {}, ...(thingId && { thingId }) }, now);
  resourceEvent(place, stack, now, what, 'DELETE_IN_PROGRESS');
  task.takes = durationOf(site, knownRow(type).deleteSeconds ?? deletionSeconds, order, type);
  task.stage = 'initiated';
  task.at = now + task.takes;
}

function markDeleted(stack: Stack, task: Task, now: number): void {
  const member = stack.members[task.logicalId];
  if (member?.thingId === task.thingId && member) Object.assign(member, { status: 'DELETE_COMPLETE', at: now });
  task.stage = 'done';
}

export function remove(site: Site, task: Task): string | undefined {
  const { world, place, stack } = site;
  const { logicalId, type = '', thingId } = task;
  const thing = place.things[thingId ?? ''];
  const order = orderOf(site, { logicalId, properties: thing?.properties ?? {}, ...(thingId && { thingId }) }, task.at);
  const fault = world.faults.onResource(['block-deletion'], order, type);
  const row = knownRow(type);
  const failure = fault
    ? failureOf(fault, order)
    : thing &&
      (refusedByRole(site, { type, properties: thing.properties, id: thing.id }) ?? row.blocks?.(thing, place));
  if (failure) return reasonOf(failure);
  resourceEvent(place, stack, task.at, { logicalId, type, thingId }, 'DELETE_COMPLETE');
  if (thing && row.remove) row.remove(thing, place, task.at);
  else delete place.things[thingId ?? ''];
  markDeleted(stack, task, task.at);
  return undefined;
}
