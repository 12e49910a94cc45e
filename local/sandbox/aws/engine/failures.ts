/** Failures of resources: what the stack says of them, and what else ends with them. */

import { knownRow } from '../rows/rows.ts';
import { refusedProperties } from './compare.ts';
import { memberEvent, resourceEvent } from './events.ts';
import type { Site } from './site.ts';
import type { Operation, Task } from './stack.ts';
import { isRunning } from './task-lists.ts';

/** A function that cannot be worked out is a failure of the resource. */
export function attempted(run: () => string | undefined): string | undefined {
  try {
    return run();
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}

const failureStatus = ({ action, doing }: Task): string =>
  action === 'remove' ? 'DELETE_FAILED' : doing === 'create' ? 'CREATE_FAILED' : 'UPDATE_FAILED';

/** A forced deletion leaves behind what it cannot delete. */
export function fail(site: Site, task: Task, at: number, reason: string): void {
  const { place, stack } = site;
  const { logicalId, type = '', thingId } = task;
  const isForced = task.action === 'remove' && stack.operation?.force === true;
  const status = isForced ? 'DELETE_SKIPPED' : failureStatus(task);
  task.stage = isForced ? 'done' : 'failed';
  if (!isForced) stack.operation?.failed.push(logicalId);
  const member = stack.members[logicalId];
  if (member && (task.action !== 'remove' || member.thingId === thingId))
    memberEvent(place, stack, at, member, status, reason);
  else resourceEvent(place, stack, at, { logicalId, type, thingId }, status, reason);
  if (task.action === 'make') cancelOthers(site, at, 'Resource creation cancelled');
}

/** A resource fails before its operation begins with it. */
export function failFirst({ place, stack }: Site, task: Task, at: number): void {
  const { logicalId, type = '' } = task;
  const { Properties: given = {} } = stack.design.template.Resources[logicalId] ?? {};
  const reason = refusedProperties(knownRow(type), logicalId, Object.keys(given));
  const member = stack.members[logicalId];
  if (!member) task.doing = 'create';
  task.stage = 'failed';
  stack.operation?.failed.push(logicalId);
  resourceEvent(place, stack, at, { logicalId, type, thingId: member?.thingId }, failureStatus(task), reason);
}

export function cancelOthers({ place, stack }: Site, at: number, reason: string): void {
  for (const task of stack.operation?.tasks.filter(isRunning) ?? []) {
    task.stage = 'failed';
    stack.operation?.failed.push(task.logicalId);
    const member = stack.members[task.logicalId];
    const words = task.doing === 'create' ? reason : 'Resource update cancelled';
    if (member) memberEvent(place, stack, at, member, failureStatus(task), words);
  }
}

export const failureWords = (failed: readonly string[], verb: string): string =>
  `The following resource(s) failed to ${verb}: [${[...new Set(failed)].sort().join(', ')}]. `;

export const failuresOf = ({ tasks, failed }: Operation): string => {
  const made = (logicalId: string): boolean =>
    tasks.some((task) => task.logicalId === logicalId && task.doing === 'create');
  const parts = [
    { names: failed.filter(made), verb: 'create' },
    { names: failed.filter((name) => !made(name)), verb: 'update' },
  ];
  return parts.map(({ names, verb }) => (names.length > 0 ? failureWords(names, verb) : '')).join('');
};
