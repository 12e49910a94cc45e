/** Change sets: what an operation would do, before it is done. */

import { randomUUID } from 'node:crypto';
import { stackEvent } from '../engine/events.ts';
import { planOf } from '../engine/plan.ts';
import { bucketProblems, propertyProblems } from '../engine/problems.ts';
import { type ChangeSet, type Design, isGone, type Stack } from '../engine/stack.ts';
import { startCreation, startUpdate } from '../engine/starts.ts';
import { AwsRefusal, invalid } from '../protocol/refusal.ts';
import { type Action, type Actions, type Call, flag, page, required, text } from './call.ts';
import { changeSetShown, statusOf, summaryOf } from './change-set-views.ts';
import { checkTypesStay, designOf } from './designs.ts';
import { allStacks, findStack, liveStack } from './lookup.ts';
import { checkUpdatable, newStackId, newStackName, onFailureOf } from './stacks.ts';

const emptyDesign: Design = {
  body: '',
  template: { Parameters: {}, Mappings: {}, Conditions: {}, Resources: {}, Outputs: {} },
  parameters: [],
  tags: {},
  capabilities: [],
};

function reviewedStack(call: Call, name: string): Stack {
  const { place, now } = call;
  const stack: Stack = {
    id: newStackId(call, name),
    name,
    createdAt: now,
    onFailure: 'ROLLBACK',
    disableRollback: false,
    status: 'REVIEW_IN_PROGRESS',
    protected: false,
    design: emptyDesign,
    members: {},
    events: [],
    outputs: [],
    updateTokens: [],
    changeSets: [],
  };
  stackEvent(stack, now, 'REVIEW_IN_PROGRESS', 'User Initiated');
  place.stacks[stack.id] = stack;
  return stack;
}

function stackFor(call: Call, kind: 'CREATE' | 'UPDATE', name: string): Stack {
  if (kind === 'UPDATE') {
    const stack = liveStack(call.place, required(call, 'StackName'), call.now);
    checkUpdatable(stack);
    return stack;
  }
  const known = findStack(call.place, newStackName(call), call.now);
  if (!known) return reviewedStack(call, newStackName(call));
  if (known.status === 'REVIEW_IN_PROGRESS') return known;
  throw invalid(`Stack [${known.name}] already exists and cannot be created again with the changeSet [${name}].`);
}

/** Seconds until a change set is worked out. */
const secondsToPlan = 3;

const createChangeSet: Action = {
  accepts: [
    'StackName',
    'TemplateBody',
    'TemplateURL',
    'UsePreviousTemplate',
    'Parameters',
    'Capabilities',
    'ResourceTypes',
    'RoleARN',
    'Tags',
    'ChangeSetName',
    'ClientToken',
    'Description',
    'ChangeSetType',
    'OnStackFailure',
    'IncludeNestedStacks',
  ],
  changes: true,
  handle: (call) => {
    const { world, place, now } = call;
    const name = required(call, 'ChangeSetName');
    const kind = text(call, 'ChangeSetType') ?? 'UPDATE';
    if (kind !== 'CREATE' && kind !== 'UPDATE')
      throw invalid(`the sandbox makes change sets of type CREATE and UPDATE, not ${kind}`);
    const known = findStack(place, required(call, 'StackName'), now);
    const same = known?.changeSets.find((one) => one.name === name && !one.executed);
    const token = text(call, 'ClientToken');
    if (known && same) {
      if (token !== undefined && same.token === token) return { Id: same.id, StackId: known.id };
      throw new AwsRefusal('AlreadyExistsException', `ChangeSet [${name}] already exists`);
    }
    const design = designOf(call, kind === 'UPDATE' ? known?.design : undefined);
    const stack = stackFor(call, kind, name);
    checkTypesStay(stack, design);
    const plan = planOf(place, stack, design);
    const changeSet: ChangeSet = {
      id: `arn:aws:cloudformation:${place.region}:${place.account}:changeSet/${name}/${randomUUID()}`,
      name,
      kind,
      at: now,
      readyAt: now + secondsToPlan * 1000 * world.pace,
      design,
      plan,
      problems: [...propertyProblems(design), ...bucketProblems(place, plan)],
      onFailure:
        text(call, 'OnStackFailure') === undefined
          ? 'ROLLBACK'
          : onFailureOf({ ...call, params: { OnFailure: call.params['OnStackFailure'] } }),
      ...(token !== undefined && { token }),
      ...(text(call, 'Description') !== undefined && { description: text(call, 'Description') ?? '' }),
    };
    stack.changeSets.push(changeSet);
    return { Id: changeSet.id, StackId: stack.id };
  },
};

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
    if (changeSet.kind === 'UPDATE') startUpdate({ world, place, stack }, now, changeSet.design, { token });
    else {
      stack.design = changeSet.design;
      stack.onFailure = changeSet.onFailure ?? 'ROLLBACK';
      startCreation({ world, place, stack }, now, { token });
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
