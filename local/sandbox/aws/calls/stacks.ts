/** The calls that make, change and delete stacks. */

import { isGone, type Stack } from '../engine/stack.ts';
import { cancelUpdate, continueRollback, startCreation, startDeletion, startUpdate } from '../engine/starts.ts';
import { AwsRefusal, invalid } from '../protocol/refusal.ts';
import { type Action, type Actions, flag, required, text, texts } from './call.ts';
import { checkTypesStay, designOf, isTheSame } from './designs.ts';
import { findStack, liveStack } from './lookup.ts';
import { checkUpdatable, newStackId, newStackName, onFailureOf, optional } from './stack-requests.ts';

const shared = [
  'StackName',
  'TemplateBody',
  'TemplateURL',
  'Parameters',
  'Capabilities',
  'ClientRequestToken',
  'RoleARN',
  'Tags',
  'ResourceTypes',
  'DisableValidation',
];

const createStack: Action = {
  accepts: [...shared, 'OnFailure', 'DisableRollback', 'EnableTerminationProtection'],
  changes: true,
  handle: (call) => {
    const { world, place, now } = call;
    const name = newStackName(call);
    const token = text(call, 'ClientRequestToken');
    const known = findStack(place, name, now);
    if (known && known.token !== undefined && known.token === token) return { StackId: known.id };
    if (known) throw new AwsRefusal('AlreadyExistsException', `Stack [${name}] already exists`);
    const design = designOf(call);
    const stack: Stack = {
      id: newStackId(call, name),
      name,
      createdAt: now,
      onFailure: onFailureOf(call),
      disableRollback: flag(call, 'DisableRollback'),
      status: 'CREATE_IN_PROGRESS',
      protected: flag(call, 'EnableTerminationProtection'),
      design,
      members: {},
      events: [],
      outputs: [],
      updateTokens: [],
      changeSets: [],
      ...(token !== undefined && { token }),
      ...optional(call, 'RoleARN', 'roleArn'),
    };
    place.stacks[stack.id] = stack;
    startCreation({ world, place, stack }, now, { token, unseen: flag(call, 'DisableValidation') });
    return { StackId: stack.id };
  },
};

const updateStack: Action = {
  accepts: [...shared, 'UsePreviousTemplate', 'DisableRollback'],
  changes: true,
  handle: (call) => {
    const { world, place, now } = call;
    const stack = liveStack(place, required(call, 'StackName'), now);
    const token = text(call, 'ClientRequestToken');
    if (token !== undefined && stack.updateTokens.includes(token)) return { StackId: stack.id };
    const keeps = flag(call, 'DisableRollback');
    checkUpdatable(stack, keeps);
    const design = designOf(call, stack.design);
    checkTypesStay(stack, design);
    if (!stack.status.endsWith('_FAILED') && isTheSame(call, stack, design))
      throw invalid('No updates are to be performed.');
    if (token !== undefined) stack.updateTokens.push(token);
    Object.assign(stack, optional(call, 'RoleARN', 'roleArn'));
    startUpdate({ world, place, stack }, now, design, { token, unseen: flag(call, 'DisableValidation'), keeps });
    return { StackId: stack.id };
  },
};

const deleteStack: Action = {
  accepts: ['StackName', 'RetainResources', 'RoleARN', 'ClientRequestToken', 'DeletionMode'],
  changes: true,
  handle: (call) => {
    const { world, place, now } = call;
    const stack = findStack(place, required(call, 'StackName'), now);
    if (!stack || isGone(stack) || stack.status === 'DELETE_IN_PROGRESS') return {};
    if (stack.protected)
      throw invalid(`Stack [${stack.name}] cannot be deleted while TerminationProtection is enabled`);
    const retain = texts(call, 'RetainResources');
    const force = text(call, 'DeletionMode') === 'FORCE_DELETE_STACK';
    if (stack.status !== 'DELETE_FAILED' && (retain.length > 0 || force))
      throw invalid(
        `Invalid operation on stack [${stack.id}]. ${force ? 'DeletionMode FORCE_DELETE_STACK' : 'RetainResources'} can only be used on stacks in the DELETE_FAILED state.`,
      );
    if (/^UPDATE_.*IN_PROGRESS$/.test(stack.status))
      throw invalid(`Stack [${stack.id}] cannot be deleted while in status ${stack.status}`);
    startDeletion({ world, place, stack }, now, { token: text(call, 'ClientRequestToken'), retain, force });
    return {};
  },
};

const cancelUpdateStack: Action = {
  accepts: ['StackName', 'ClientRequestToken'],
  changes: true,
  handle: (call) => {
    const { world, place, now } = call;
    const stack = liveStack(place, required(call, 'StackName'), now);
    if (stack.status !== 'UPDATE_IN_PROGRESS')
      throw invalid(`CancelUpdateStack cannot be called from current stack status`);
    cancelUpdate({ world, place, stack }, now);
    return {};
  },
};

const continueUpdateRollback: Action = {
  accepts: ['StackName', 'RoleARN', 'ResourcesToSkip', 'ClientRequestToken'],
  changes: true,
  handle: (call) => {
    const { world, place, now } = call;
    const stack = liveStack(place, required(call, 'StackName'), now);
    if (stack.status !== 'UPDATE_ROLLBACK_FAILED')
      throw invalid(`Stack:${stack.id} is in ${stack.status} state and can not continue update rollback.`);
    continueRollback({ world, place, stack }, now, texts(call, 'ResourcesToSkip'), {
      token: text(call, 'ClientRequestToken'),
    });
    return {};
  },
};

const updateTerminationProtection: Action = {
  accepts: ['StackName', 'EnableTerminationProtection'],
  changes: true,
  handle: (call) => {
    const stack = liveStack(call.place, required(call, 'StackName'), call.now);
    stack.protected = flag(call, 'EnableTerminationProtection');
    return { StackId: stack.id };
  },
};

export const stackActions: Actions = {
  CreateStack: createStack,
  UpdateStack: updateStack,
  DeleteStack: deleteStack,
  CancelUpdateStack: cancelUpdateStack,
  ContinueUpdateRollback: continueUpdateRollback,
  UpdateTerminationProtection: updateTerminationProtection,
};
