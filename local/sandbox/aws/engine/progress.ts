/** How the operations of a stack go on and end, and what follows a failure. */

import { textOf } from '../protocol/json.ts';
import { evaluate, holds } from '../templates/intrinsics.ts';
import { skip, stackEvent } from './events.ts';
import { attempted, fail, failuresOf, failureWords } from './failures.ts';
import { presentScope } from './scope.ts';
import { discard, type Site } from './site.ts';
import type { Operation, OperationKind, Task } from './stack.ts';
import { dueAt, isRunning, newTask, operation, presentMembers, removalTasks } from './task-lists.ts';
import { begin, step } from './tasks.ts';

/** Does the step that is due. */
export function pass(site: Site): void {
  const at = dueAt(site.stack);
  const task = site.stack.operation?.tasks.find((one) => isRunning(one) && one.at === at);
  if (!task || at === undefined) return;
  const reason = attempted(() => step(site, task));
  if (reason !== undefined) fail(site, task, at, reason);
  proceed(site, at);
}

/** Begins what can begin. When nothing runs any more, the operation is over. */
export function proceed(site: Site, now: number): void {
  const { stack } = site;
  const present = stack.operation;
  if (!present) return;
  for (let next = startable(present); next; next = startable(present)) {
    const task = next;
    const reason = attempted(() => begin(site, task, now));
    if (reason !== undefined) fail(site, task, now, reason);
  }
  if (!present.tasks.some(isRunning)) conclude(site, present, now);
}

/** A clean-up tries everything, whatever failed before. */
function startable({ kind, tasks, failed }: Operation): Task | undefined {
  if (failed.length > 0 && tasks.some(({ action }) => action === 'make')) return undefined;
  const over = kind === 'cleanup' || kind === 'restore-cleanup' ? ['done', 'failed'] : ['done'];
  const open = new Set(tasks.filter(({ stage }) => !over.includes(stage)).map(({ logicalId }) => logicalId));
  return tasks.find(({ stage, after }) => stage === 'waiting' && !after.some((one) => open.has(one)));
}

const endings: { readonly [kind in OperationKind]: (site: Site, ended: Operation, now: number) => void } = {
  create: (site, { failed, token, invalid }, now) => {
    const outputs = invalid ?? (failed.length === 0 ? attempted(() => setOutputs(site)) : undefined);
    if (failed.length === 0 && outputs === undefined) return end(site, now, 'CREATE_COMPLETE');
    const reason = outputs ?? failureWords(failed, 'create');
    if (site.stack.disableRollback || site.stack.onFailure === 'DO_NOTHING')
      return end(site, now, 'CREATE_FAILED', reason);
    const kind = site.stack.onFailure === 'DELETE' ? 'delete' : 'rollback';
    const made = presentMembers(site.stack);
    const kept = made.filter(({ logicalId }) => site.stack.members[logicalId]?.retainUndone);
    site.stack.operation = operation(kind, removalTasks(made.filter((one) => !kept.includes(one))), { token });
    const status = kind === 'delete' ? 'DELETE_IN_PROGRESS' : 'ROLLBACK_IN_PROGRESS';
    stackEvent(site.stack, now, status, `${reason}${kind === 'delete' ? 'Delete' : 'Rollback'} requested by user.`);
    for (const one of kept) skip(site.place, site.stack, one, now);
    proceed(site, now);
  },
  rollback: (site, { failed }, now) =>
    failed.length > 0
      ? end(site, now, 'ROLLBACK_FAILED', failureWords(failed, 'delete'))
      : end(site, now, 'ROLLBACK_COMPLETE'),
  delete: (site, { failed }, now) => {
    // the operation is kept: the next deletion has what was discarded to delete as well
    if (failed.length > 0) return stackEvent(site.stack, now, 'DELETE_FAILED', failureWords(failed, 'delete'));
    site.stack.deletedAt = now;
    end(site, now, 'DELETE_COMPLETE');
  },
  update: (site, ended, now) => {
    const reason = ended.invalid ?? (ended.failed.length > 0 ? failuresOf(ended) : attempted(() => setOutputs(site)));
    if (reason !== undefined && ended.keeps) return end(site, now, 'UPDATE_FAILED', reason);
    if (reason !== undefined) return startRestoration(site, now, reason);
    for (const [logicalId, member] of Object.entries(site.stack.members)) {
      if (ended.tasks.some((task) => task.logicalId === logicalId)) continue;
      if (member.thingId !== undefined) discard(site.stack, member, member.thingId);
      delete site.stack.members[logicalId];
    }
    cleanUp(site, 'cleanup', 'UPDATE_COMPLETE_CLEANUP_IN_PROGRESS', now);
  },
  cleanup: (site, _ended, now) => end(site, now, 'UPDATE_COMPLETE'),
  restore: (site, { failed, before }, now) => {
    // the operation is kept, for ContinueUpdateRollback
    if (failed.length > 0) return stackEvent(site.stack, now, 'UPDATE_ROLLBACK_FAILED', failureWords(failed, 'update'));
    recordDeployed(site, before?.deployed);
    cleanUp(site, 'restore-cleanup', 'UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS', now);
  },
  'restore-cleanup': (site, _ended, now) => end(site, now, 'UPDATE_ROLLBACK_COMPLETE'),
};

/** What was there stands again; what counts as asked for is what the last deployment has set. */
function recordDeployed({ stack }: Site, deployed: NonNullable<Operation['before']>['deployed'] = {}): void {
  for (const [id, { properties, shown, thingId }] of Object.entries(deployed)) {
    const member = stack.members[id];
    if (member) Object.assign(member, { properties, shown, ...(thingId !== undefined && { thingId }) });
  }
}

const conclude = (site: Site, ended: Operation, now: number): void => endings[ended.kind](site, ended, now);

function end({ stack }: Site, now: number, status: string, reason?: string): void {
  stackEvent(stack, now, status, reason);
  delete stack.operation;
}

export function startRestoration(site: Site, now: number, reason: string): void {
  const { stack } = site;
  const failedOperation = stack.operation;
  if (!failedOperation?.before) throw new Error(`stack ${stack.name} has nothing to go back to`);
  const { before, token, discarded } = failedOperation;
  // what was replaced stands again: it is not discarded
  const touched = failedOperation.tasks.filter(({ doing }) => doing !== undefined);
  discarded.length = 0;
  const tasks = touched.map(({ logicalId, doing }) =>
    newTask(logicalId, 'restore', [], doing === 'create' || doing === undefined ? {} : { doing }),
  );
  stack.design = before.design;
  stack.operation = operation('restore', tasks, { before, discarded, token });
  stackEvent(stack, now, 'UPDATE_ROLLBACK_IN_PROGRESS', reason);
  proceed(site, now);
}

function cleanUp(site: Site, kind: 'cleanup' | 'restore-cleanup', status: string, now: number): void {
  const { place, stack } = site;
  const { discarded = [], token } = stack.operation ?? {};
  stack.operation = operation(kind, removalTasks(discarded.filter(({ retain }) => !retain)), { token });
  stackEvent(stack, now, status);
  for (const one of discarded.filter(({ retain }) => retain)) skip(place, stack, one, now);
  proceed(site, now);
}

function setOutputs({ place, stack }: Site): undefined {
  const scope = presentScope(place, stack);
  stack.outputs = Object.entries(stack.design.template.Outputs)
    .filter(([, { Condition }]) => Condition === undefined || holds(Condition, scope))
    .map(([key, { Value, Description }]) => ({
      key,
      value: textOf(evaluate(Value, scope)) ?? '',
      ...(Description !== undefined && { description: Description }),
    }));
}
