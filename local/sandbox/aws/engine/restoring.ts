/** A resource goes back to what it was before a failed update. */

import { knownRow } from '../rows/rows.ts';
import { memberEvent } from './events.ts';
import { discard, durationOf, handlerDelay, orderOf, type Site } from './site.ts';
import type { Member, Task } from './stack.ts';

export function beginRestoration(site: Site, task: Task, now: number): string | undefined {
  const { place, stack } = site;
  const { logicalId } = task;
  const before = stack.operation?.before?.members[logicalId];
  const present = stack.members[logicalId];
  if (present?.thingId !== undefined && present.thingId !== before?.thingId)
    discard(stack, { ...present, retain: !before && present.retainUndone }, present.thingId);
  if (!before) {
    delete stack.members[logicalId];
    task.stage = 'done';
    return undefined;
  }
  const member: Member = { ...before };
  stack.members[logicalId] = member;
  if (task.doing === undefined) {
    task.stage = 'done';
    return undefined;
  }
  memberEvent(place, stack, now, member, 'UPDATE_IN_PROGRESS');
  task.takes =
    task.doing === 'update'
      ? durationOf(site, knownRow(member.type).seconds, orderOf(site, member, now), member.type)
      : 0;
  task.stage = 'begun';
  task.at = now + Math.round(task.takes * handlerDelay);
  return undefined;
}
