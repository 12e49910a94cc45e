/** DescribeEvents: the newer account of what happens, with the problems that were found before anything was made. */

import type { Problem, Stack, StackEvent } from '../engine/stack.ts';
import { isBag } from '../protocol/json.ts';
import { invalid } from '../protocol/refusal.ts';
import type { Tree } from '../protocol/xml.ts';
import { type Actions, page, text } from './call.ts';
import { findChangeSet } from './change-sets.ts';
import { stackOf } from './lookup.ts';
import { eventShown } from './stack-views.ts';

interface Shown {
  readonly failed: boolean;
  readonly event: Tree;
}

interface Found {
  readonly at: number;
  readonly id: string;
  readonly operation: 'CREATE_CHANGESET' | 'CREATE_STACK' | 'UPDATE_STACK';
}

const problemShown = (
  stack: Stack,
  { at, id: operationId, operation }: Found,
  problem: Problem,
  index: number,
): Shown => ({
  failed: problem.mode === 'FAIL',
  event: {
    EventId: `${operationId}-${index}`,
    StackId: stack.id,
    OperationId: operationId,
    OperationType: operation,
    EventType: 'VALIDATION_ERROR',
    LogicalResourceId: problem.logicalId,
    ResourceType: problem.type,
    Timestamp: new Date(at),
    ValidationFailureMode: problem.mode,
    ValidationName: problem.name,
    ValidationStatus: 'FAILED',
    ValidationStatusReason: problem.reason,
    ValidationPath: problem.path,
  },
});

const stackEventShown = (stack: Stack, event: StackEvent): Shown => {
  const { StackName: _name, ...shown } = eventShown(stack, event);
  return { failed: event.status.endsWith('_FAILED'), event: { ...shown, EventType: 'STACK_EVENT' } };
};

export const eventActions: Actions = {
  DescribeEvents: {
    accepts: ['StackName', 'ChangeSetName', 'Filters', 'NextToken'],
    handle: (call) => {
      const { Filters: filters } = call.params;
      const failedOnly = isBag(filters) && String(filters['FailedEvents']) === 'true';
      const { items, next } = page(
        shownFor(call).filter(({ failed }) => failed || !failedOnly),
        text(call, 'NextToken'),
        100,
      );
      return { OperationEvents: items.map(({ event }) => event), NextToken: next };
    },
  },
};

function shownFor(call: Parameters<typeof findChangeSet>[0]): readonly Shown[] {
  const name = text(call, 'ChangeSetName');
  const stackName = text(call, 'StackName');
  // a name alone is not enough, although the documentation says so [aws-cloudformation/cloudformation-cli issue 1116]
  if (name !== undefined && (name.startsWith('arn:') || stackName !== undefined)) {
    const { stack, changeSet } = findChangeSet(call);
    const operationId = changeSet.id.split('/').at(-1) ?? '';
    if (call.now < changeSet.readyAt) return [];
    const found = { at: changeSet.readyAt, id: operationId, operation: 'CREATE_CHANGESET' } as const;
    return changeSet.problems.map((one, index) => problemShown(stack, found, one, index));
  }
  if (stackName === undefined) throw invalid('One of ChangeSetName, OperationId or StackName must be specified');
  const stack = stackOf(call.place, stackName, call.now);
  const validated = (stack.validations ?? [])
    .toReversed()
    .flatMap((found) => found.problems.map((one, index) => problemShown(stack, found, one, index)));
  return [...validated, ...stack.events.toReversed().map((event) => stackEventShown(stack, event))];
}
