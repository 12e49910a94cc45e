/** How the operations of a stack begin. */

import { skip, stackEvent } from './events.ts';
import { cancelOthers, failFirst } from './failures.ts';
import { propertyProblems } from './problems.ts';
import { proceed, startRestoration } from './progress.ts';
import type { Site } from './site.ts';
import type { Design } from './stack.ts';
import { makingTasks, operation, presentMembers, removalTasks, type Token } from './task-lists.ts';

export function startCreation(site: Site, now: number, { token }: Token): void {
  const { place, stack } = site;
  stack.operation = operation('create', makingTasks(place, stack), { token });
  stackEvent(stack, now, 'CREATE_IN_PROGRESS', 'User Initiated');
  refuse(site, now);
  proceed(site, now);
}

/** Mistakes in properties end the operation before anything is made. */
function refuse(site: Site, now: number): void {
  const wrong = new Set(propertyProblems(site.stack.design).map(({ logicalId }) => logicalId));
  for (const task of site.stack.operation?.tasks ?? []) {
    if (wrong.has(task.logicalId)) failFirst(site, task, now);
  }
}

export function startDeletion(
  site: Site,
  now: number,
  given: Token & { retain: readonly string[]; force: boolean },
): void {
  const { place, stack } = site;
  // a way back that failed may have left more behind than the stack lists
  const all = [...presentMembers(stack), ...(stack.operation?.discarded ?? [])];
  const kept = all.filter(({ logicalId, retain }) => retain || given.retain.includes(logicalId));
  const tasks = removalTasks(all.filter((one) => !kept.includes(one)));
  stack.operation = operation('delete', tasks, { force: given.force, token: given.token });
  stackEvent(stack, now, 'DELETE_IN_PROGRESS', 'User Initiated');
  for (const one of kept) skip(place, stack, one, now);
  proceed(site, now);
}

export function startUpdate(site: Site, now: number, design: Design, { token }: Token): void {
  const { place, stack } = site;
  const before = { design: stack.design, members: structuredClone(stack.members) };
  stack.design = design;
  stack.operation = operation('update', makingTasks(place, stack), { before, token });
  stack.updatedAt = now;
  stackEvent(stack, now, 'UPDATE_IN_PROGRESS', 'User Initiated');
  refuse(site, now);
  proceed(site, now);
}

/** Ends what runs, as a failure does: the user took it back. */
export function cancelUpdate(site: Site, now: number): void {
  cancelOthers(site, now, 'Resource update cancelled');
  startRestoration(site, now, 'User Initiated');
}

/** Goes on with a way back that failed; what the user skips counts as restored. */
export function continueRollback(site: Site, now: number, skipped: readonly string[], { token }: Token): void {
  const { stack } = site;
  const { before, tasks, discarded } = stack.operation ?? operation('restore', [], {});
  const left = tasks.filter((task) => task.stage !== 'done' && !skipped.includes(task.logicalId));
  for (const task of left) Object.assign(task, { stage: 'waiting' });
  const after = left.map((task) => ({
    ...task,
    after: task.after.filter((one) => left.some(({ logicalId }) => logicalId === one)),
  }));
  stack.operation = operation('restore', after, { discarded, token, ...(before && { before }) });
  stackEvent(stack, now, 'UPDATE_ROLLBACK_IN_PROGRESS', 'User Initiated');
  proceed(site, now);
}
