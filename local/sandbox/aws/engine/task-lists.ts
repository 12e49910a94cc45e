/** The tasks of an operation, in the order of what its resources need. */

import { needsOfResource } from '../templates/references.ts';
import type { Place } from '../world/place.ts';
import { presentScope, wantedIn } from './scope.ts';
import type { Discarded, Operation, OperationKind, Stack, Task, TaskAction } from './stack.ts';

export const newTask = (
  logicalId: string,
  action: TaskAction,
  after: readonly string[],
  rest: Partial<Task> = {},
): Task => ({
  logicalId,
  action,
  after,
  stage: 'waiting',
  at: 0,
  takes: 0,
  ...rest,
});

export type Token = { readonly token?: string | undefined };

export function operation(kind: OperationKind, tasks: Task[], rest: Partial<Operation> & Token): Operation {
  const { token, ...others } = rest;
  return { kind, tasks, force: false, discarded: [], failed: [], ...others, ...(token !== undefined && { token }) };
}

/** One task for each resource that the design wants, in the order of their needs. */
export function makingTasks(place: Place, stack: Stack): Task[] {
  const wanted = wantedIn(presentScope(place, stack));
  const { template } = stack.design;
  return wanted.map((logicalId) => {
    const definition = template.Resources[logicalId];
    const needs = definition ? needsOfResource(template, definition) : [];
    const after = needs.filter((need) => wanted.includes(need));
    return newTask(logicalId, 'make', after, { type: definition?.Type ?? '' });
  });
}

/** Who needs something goes before it. */
export function removalTasks(discarded: readonly Discarded[]): Task[] {
  return discarded.map(({ logicalId, type, thingId }) => {
    const users = discarded.filter(({ needs }) => needs.includes(logicalId)).map((one) => one.logicalId);
    return newTask(
      logicalId,
      'remove',
      users.filter((user) => user !== logicalId),
      { type, thingId },
    );
  });
}

export const presentMembers = (stack: Stack): Discarded[] =>
  Object.values(stack.members)
    .filter(
      ({ status, thingId }) => thingId !== undefined && status !== 'DELETE_COMPLETE' && status !== 'DELETE_SKIPPED',
    )
    .map(({ logicalId, type, thingId = '', needs, retain }) => ({ logicalId, type, thingId, needs, retain }));

export const isRunning = ({ stage }: Task): boolean => stage === 'begun' || stage === 'initiated';

/** When the stack's next step is due; undefined: nothing happens by itself. */
export const dueAt = ({ operation: present }: Stack): number | undefined => {
  const times = present?.tasks.filter(isRunning).map(({ at }) => at) ?? [];
  return times.length > 0 ? Math.min(...times) : undefined;
};
