/** Stacks, their resources and events as CloudFormation shows them. */

import { isHidden, physicalIdOf } from '../engine/scope.ts';
import type { Member, Stack, StackEvent } from '../engine/stack.ts';
import type { Tree } from '../protocol/xml.ts';
import type { Place } from '../world/place.ts';

const date = (at: number | undefined): Date | undefined => (at === undefined ? undefined : new Date(at));

export const parametersShown = ({ template, parameters }: Stack['design']): Tree =>
  parameters.map(({ key, value, resolved }) => ({
    ParameterKey: key,
    ParameterValue: isHidden(template, key) ? '****' : value,
    ResolvedValue: resolved,
  }));

export const tagsShown = (tags: { readonly [key: string]: string }): Tree =>
  Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));

export const stackShown = (stack: Stack): Tree => ({
  StackId: stack.id,
  StackName: stack.name,
  Description: stack.design.template.Description,
  Parameters: parametersShown(stack.design),
  CreationTime: new Date(stack.createdAt),
  LastUpdatedTime: date(stack.updatedAt),
  DeletionTime: date(stack.deletedAt),
  StackStatus: stack.status,
  ChangeSetId: stack.changeSets.findLast(({ executed }) => executed)?.id,
  StackStatusReason: stack.reason,
  DisableRollback: stack.disableRollback || stack.onFailure === 'DO_NOTHING',
  Capabilities: stack.design.capabilities,
  Outputs: stack.outputs.map(({ key, value, description }) => ({
    OutputKey: key,
    OutputValue: value,
    Description: description,
  })),
  RoleARN: stack.roleArn,
  Tags: tagsShown(stack.design.tags),
  EnableTerminationProtection: stack.protected,
  LastOperations: lastOperations(stack),
  DriftInformation: { StackDriftStatus: 'NOT_CHECKED' },
  NotificationARNs: [],
});

/** The event that began an operation lends it its id. */
const lastOperations = ({ name, events }: Stack): Tree =>
  events
    .filter(({ logicalId, reason }) => logicalId === name && reason === 'User Initiated')
    .slice(-3)
    .map(({ id, status }) => ({ OperationType: operationTypes[status], OperationId: id }));

const operationTypes: { readonly [status: string]: string } = {
  CREATE_IN_PROGRESS: 'CREATE_STACK',
  UPDATE_IN_PROGRESS: 'UPDATE_STACK',
  UPDATE_ROLLBACK_IN_PROGRESS: 'CONTINUE_ROLLBACK',
  DELETE_IN_PROGRESS: 'DELETE_STACK',
};

export const summaryOf = (stack: Stack): Tree => ({
  StackId: stack.id,
  StackName: stack.name,
  TemplateDescription: stack.design.template.Description,
  CreationTime: new Date(stack.createdAt),
  LastUpdatedTime: date(stack.updatedAt),
  DeletionTime: date(stack.deletedAt),
  StackStatus: stack.status,
  StackStatusReason: stack.reason,
  DriftInformation: { StackDriftStatus: 'NOT_CHECKED' },
});

export const memberShown = (place: Place, member: Member): { [name: string]: Tree } => {
  const thing = place.things[member.thingId ?? ''];
  return {
    LogicalResourceId: member.logicalId,
    PhysicalResourceId: thing ? physicalIdOf(thing) : member.thingId,
    ResourceType: member.type,
    ResourceStatus: member.status,
    ResourceStatusReason: member.reason,
    DriftInformation: { StackResourceDriftStatus: 'NOT_CHECKED' },
  };
};

export const memberOfStack = (place: Place, stack: Stack, member: Member): Tree => ({
  StackName: stack.name,
  StackId: stack.id,
  ...memberShown(place, member),
  Timestamp: new Date(member.at),
});

export const eventShown = (stack: Stack, event: StackEvent) => ({
  StackId: stack.id,
  EventId: event.id,
  StackName: stack.name,
  LogicalResourceId: event.logicalId,
  PhysicalResourceId: event.physicalId,
  ResourceType: event.type,
  Timestamp: new Date(event.at),
  ResourceStatus: event.status,
  ResourceStatusReason: event.reason,
  ResourceProperties: event.properties,
  ClientRequestToken: event.token,
});
