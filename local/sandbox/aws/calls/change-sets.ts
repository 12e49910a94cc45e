/** Change sets: what an operation would do, before it is done. */

import { type ChangeSet, isGone, type Stack } from '../engine/stack.ts';
import { startCreation, startUpdate } from '../engine/starts.ts';
import { AwsRefusal, invalid } from '../protocol/refusal.ts';
import { type Action, type Actions, type Call, flag, page, required, text } from './call.ts';
import { createChangeSet } from './change-set-creation.ts';
import { changeSetShown, statusOf, summaryOf } from './change-set-views.ts';
import { allStacks, liveStack } from './lookup.ts';
import { checkUpdatable } from './stack-requests.ts';

export interface Found {
  readonly stack: Stack;
  readonly changeSet: ChangeSet;
}

/** By its id, or by its name and its stack's. */
export function findChangeSet(call: Call): Found {
  const name = required(call, 'ChangeSetName');
  const stackName = text(call, 'StackName');
  if (!name.startsWith('arn:') && stackName === undefined)
    throw invalid('StackName must be specified if ChangeSetName is not specified as an ARN.');
  if (stackName !== undefined && !name.startsWith('arn:')) liveStack(call.place, stackName, call.now);
  for (const stack of allStacks(call.place, call.now)) {
    const found = stack.changeSets.find(
      (one) =>
        one.id === name ||
        (one.name === name && !one.executed && !isGone(stack) && [stack.name, stack.id].includes(stackName ?? '')),
    );
    if (found) return { stack, changeSet: found };
  }
  throw new AwsRefusal('ChangeSetNotFound', `ChangeSet [${name}] does not exist`, 404);
}

const executeChangeSet: Action = {
  accepts: ['ChangeSetName', 'StackName', 'ClientRequestToken'],
  changes: true,
  handle: (call) => {
    const { world, place, now } = call;
    const { stack, changeSet } = findChangeSet(call);
    const token = text(call, 'ClientRequestToken');
    if (changeSet.executed && token !== undefined && stack.updateTokens.includes(token)) return {};
    const { status, execution } = statusOf(changeSet, stack, now);
    if (execution !== 'AVAILABLE')
      throw new AwsRefusal(
        'InvalidChangeSetStatus',
        `ChangeSet [${changeSet.id}] cannot be executed in its current status of [${status}]`,
      );
    if (changeSet.kind === 'UPDATE') checkUpdatable(stack);
    changeSet.executed = true;
    if (token !== undefined) stack.updateTokens.push(token);
    // the others of the stack were made for what it was
    stack.changeSets.splice(0, stack.changeSets.length, ...stack.changeSets.filter((one) => one.executed));
    if (changeSet.kind === 'UPDATE')
      startUpdate({ world, place, stack }, now, changeSet.design, {
        ...{ unseen: true, token },
        ...(changeSet.revertsDrift && { revertsDrift: true }),
      });
    else {
      stack.design = changeSet.design;
      stack.onFailure = changeSet.onFailure ?? 'ROLLBACK';
      startCreation({ world, place, stack }, now, { unseen: true, token });
    }
    return {};
  },
};

export const changeSetActions: Actions = {
  CreateChangeSet: createChangeSet,
  ExecuteChangeSet: executeChangeSet,
  DescribeChangeSet: {
    accepts: ['ChangeSetName', 'StackName', 'NextToken', 'IncludePropertyValues'],
    handle: (call) => {
      const { stack, changeSet } = findChangeSet(call);
      const { items, next } = page(changeSet.plan, text(call, 'NextToken'), 100);
      return { ...changeSetShown(changeSet, stack, call, items, flag(call, 'IncludePropertyValues')), NextToken: next };
    },
  },
  DeleteChangeSet: {
    accepts: ['ChangeSetName', 'StackName'],
    changes: true,
    handle: (call) => {
      const { stack, changeSet } = findChangeSet(call);
      if (changeSet.executed && stack.operation)
        throw new AwsRefusal(
          'InvalidChangeSetStatus',
          `ChangeSet [${changeSet.id}] cannot be deleted in its current status`,
        );
      stack.changeSets.splice(stack.changeSets.indexOf(changeSet), 1);
      return {};
    },
  },
  ListChangeSets: {
    accepts: ['StackName', 'NextToken'],
    handle: (call) => {
      const stack = liveStack(call.place, required(call, 'StackName'), call.now);
      const open = stack.changeSets.filter((one) => !one.executed);
      return { Summaries: open.map((one) => summaryOf(one, stack, call.now)) };
    },
  },
};
