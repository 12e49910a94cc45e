/** How a change set is made. */

import { randomUUID } from 'node:crypto';
import { stackEvent } from '../engine/events.ts';
import { revertPlanOf } from '../engine/live.ts';
import { planOf } from '../engine/plan.ts';
import { bucketProblems, propertyProblems } from '../engine/problems.ts';
import type { ChangeSet, Design, Stack } from '../engine/stack.ts';
import { AwsRefusal, invalid } from '../protocol/refusal.ts';
import { type Action, type Call, flag, required, text } from './call.ts';
import { checkTypesStay, designOf } from './designs.ts';
import { findStack, liveStack } from './lookup.ts';
import { checkUpdatable, newStackId, newStackName, onFailureOf } from './stack-requests.ts';

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

function isRevert(call: Call, kind: 'CREATE' | 'UPDATE'): boolean {
  const mode = text(call, 'DeploymentMode');
  if (mode === undefined) return false;
  if (mode !== 'REVERT_DRIFT')
    throw invalid(
      `1 validation error detected: Value '${mode}' at 'deploymentMode' failed to satisfy constraint: Member must satisfy enum value set: [REVERT_DRIFT]`,
    );
  if (kind === 'CREATE') throw invalid('the sandbox has no drift of a stack that is still to be created');
  return true;
}

/** Seconds until a change set is worked out. */
const secondsToPlan = 3;

export const createChangeSet: Action = {
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
    'DisableValidation',
    'DeploymentMode',
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
    const revertsDrift = isRevert(call, kind);
    const plan = (revertsDrift ? revertPlanOf : planOf)(place, stack, design);
    const changeSet: ChangeSet = {
      id: `arn:aws:cloudformation:${place.region}:${place.account}:changeSet/${name}/${randomUUID()}`,
      name,
      kind,
      at: now,
      readyAt: now + secondsToPlan * 1000 * world.pace,
      design,
      plan,
      ...(revertsDrift && { revertsDrift }),
      problems: flag(call, 'DisableValidation') ? [] : [...propertyProblems(design), ...bucketProblems(place, plan)],
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
