/** How the operations of a stack begin. */

import { randomUUID } from 'node:crypto';
import { skip, stackEvent } from './events.ts';
import { cancelOthers, failFirst } from './failures.ts';
import { liveMembers } from './live.ts';
import { propertyProblems, withProblems } from './problems.ts';
import { proceed, startRestoration } from './progress.ts';
import type { Site } from './site.ts';
import type { Design, Operation, Validation } from './stack.ts';
import { makingTasks, operation, presentMembers, removalTasks, type Token } from './task-lists.ts';

export interface Start extends Token {
  /** DisableValidation */
  readonly unseen: boolean;
  /** DisableRollback of an update: what fails is not undone */
  readonly keeps?: boolean;
  /** what somebody else has changed is set back as well */
  readonly revertsDrift?: boolean;
}

export function startCreation(site: Site, now: number, { token, unseen }: Start): void {
  const { place, stack } = site;
  const checked = unseen ? {} : validate(site, now, 'CREATE_STACK');
  const tasks = checked.invalid === undefined ? makingTasks(place, stack) : [];
  stack.operation = operation('create', tasks, { token, ...checked });
  stackEvent(stack, now, 'CREATE_IN_PROGRESS', 'User Initiated');
  if (unseen) refuse(site, now);
  proceed(site, now);
}

/** Mistakes in properties end the operation before anything is made. The reason only says where to ask. */
function validate({ stack }: Site, now: number, kind: Validation['operation']): Partial<Operation> {
  const problems = propertyProblems(stack.design);
  if (problems.length === 0) return {};
  stack.validations = [...(stack.validations ?? []), { id: randomUUID(), at: now, operation: kind, problems }];
  return { invalid: withProblems };
}

/** Without the look at the whole, each resource with a mistake fails as the first thing. */
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
  // a way back that failed may have left more behind than the stack lists, and a deletion that failed still has it to delete
  const discarded = (stack.operation?.discarded ?? []).filter(
    ({ thingId }) => place.things[thingId ?? ''] !== undefined,
  );
  const all = [...presentMembers(stack), ...discarded];
  const kept = all.filter(({ logicalId, retain }) => retain || given.retain.includes(logicalId));
  const tasks = removalTasks(all.filter((one) => !kept.includes(one)));
  stack.operation = operation('delete', tasks, { force: given.force, token: given.token, discarded });
  stackEvent(stack, now, 'DELETE_IN_PROGRESS', 'User Initiated');
  for (const one of kept) skip(place, stack, one, now);
  proceed(site, now);
}

export function startUpdate(
  site: Site,
  now: number,
  design: Design,
  { token, unseen, keeps = false, revertsDrift = false }: Start,
): void {
  const { place, stack } = site;
  const deployed = structuredClone(stack.members);
  if (revertsDrift) stack.members = liveMembers(place, stack);
  const members = structuredClone(stack.members);
  const before = { design: stack.design, members, ...(revertsDrift && { deployed }) };
  stack.design = design;
  const checked = unseen ? {} : validate(site, now, 'UPDATE_STACK');
  const tasks = checked.invalid === undefined ? makingTasks(place, stack) : [];
  stack.operation = operation('update', tasks, { before, token, keeps, ...checked });
  stack.updatedAt = now;
  stackEvent(stack, now, 'UPDATE_IN_PROGRESS', 'User Initiated');
  if (unseen) refuse(site, now);
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
