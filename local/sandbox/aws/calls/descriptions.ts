/** The calls that describe stacks. */

import { isHidden, physicalIdOf } from '../engine/scope.ts';
import type { Member, Stack, StackEvent } from '../engine/stack.ts';
import { invalid } from '../protocol/refusal.ts';
import type { Tree } from '../protocol/xml.ts';
import { capabilityOf, checkTemplate } from '../templates/check.ts';
import { readTemplate } from '../templates/template.ts';
import type { Place } from '../world/place.ts';
import { type Actions, type Call, page, required, text, texts } from './call.ts';
import { allStacks, findStack, stackOf } from './lookup.ts';

const date = (at: number | undefined): Date | undefined => (at === undefined ? undefined : new Date(at));

export const parametersShown = ({ template, parameters }: Stack['design']): Tree =>
  parameters.map(({ key, value, resolved }) => ({
    ParameterKey: key,
    ParameterValue: isHidden(template, key) ? '****' : value,
    ResolvedValue: resolved,
  }));

export const tagsShown = (tags: { readonly [key: string]: string }): Tree =>
  Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));

const stackShown = (stack: Stack): Tree => ({
  StackId: stack.id,
  StackName: stack.name,
  Description: stack.design.template.Description,
  Parameters: parametersShown(stack.design),
  CreationTime: new Date(stack.createdAt),
  LastUpdatedTime: date(stack.updatedAt),
  DeletionTime: date(stack.deletedAt),
  StackStatus: stack.status,
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
  DriftInformation: { StackDriftStatus: 'NOT_CHECKED' },
  NotificationARNs: [],
});

const summaryOf = (stack: Stack): Tree => ({
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

const memberShown = (place: Place, member: Member): { [name: string]: Tree } => {
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

const memberOfStack = (place: Place, stack: Stack, member: Member): Tree => ({
  StackName: stack.name,
  StackId: stack.id,
  ...memberShown(place, member),
  Timestamp: new Date(member.at),
});

const eventShown = (stack: Stack, event: StackEvent): Tree => ({
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

const sizes = { stacks: 100, resources: 100, events: 100 } as const;
const stackNamed = (call: Call): Stack => stackOf(call.place, required(call, 'StackName'), call.now);

const describeStacks = (call: Call): Tree => {
  const { place, now } = call;
  const name = text(call, 'StackName');
  if (name !== undefined) return { Stacks: [stackShown(stackOf(place, name, now))] };
  const live = allStacks(place, now).filter(({ status }) => status !== 'DELETE_COMPLETE');
  const { items, next } = page(live, text(call, 'NextToken'), sizes.stacks);
  return { Stacks: items.map(stackShown), NextToken: next };
};

const describeStackResources = (call: Call): Tree => {
  const { place, now } = call;
  const physical = text(call, 'PhysicalResourceId');
  const owner = place.things[physical ?? '']?.stackId;
  if (text(call, 'StackName') === undefined && owner === undefined)
    throw invalid(`Stack for ${physical} does not exist`);
  const stack = owner === undefined ? stackNamed(call) : stackOf(place, owner, now);
  const logical = text(call, 'LogicalResourceId');
  const members = Object.values(stack.members).filter(({ logicalId }) => [undefined, logicalId].includes(logical));
  return { StackResources: members.map((member) => memberOfStack(place, stack, member)) };
};

export const descriptionActions: Actions = {
  DescribeStacks: { accepts: ['StackName', 'NextToken'], handle: describeStacks },
  ListStacks: {
    accepts: ['NextToken', 'StackStatusFilter'],
    handle: (call) => {
      const wanted = texts(call, 'StackStatusFilter');
      const all = allStacks(call.place, call.now).filter(
        ({ status }) => wanted.length === 0 || wanted.includes(status),
      );
      const { items, next } = page(all, text(call, 'NextToken'), sizes.stacks);
      return { StackSummaries: items.map(summaryOf), NextToken: next };
    },
  },
  ListStackResources: {
    accepts: ['StackName', 'NextToken'],
    handle: (call) => {
      const { items, next } = page(Object.values(stackNamed(call).members), text(call, 'NextToken'), sizes.resources);
      const shown = items.map((member) => ({
        ...memberShown(call.place, member),
        LastUpdatedTimestamp: new Date(member.at),
      }));
      return { StackResourceSummaries: shown, NextToken: next };
    },
  },
  DescribeStackResources: {
    accepts: ['StackName', 'LogicalResourceId', 'PhysicalResourceId'],
    handle: describeStackResources,
  },
  DescribeStackResource: {
    accepts: ['StackName', 'LogicalResourceId'],
    handle: (call) => {
      const stack = stackNamed(call);
      const logicalId = required(call, 'LogicalResourceId');
      const member = stack.members[logicalId];
      if (!member) throw invalid(`Resource ${logicalId} does not exist for stack ${stack.name}`);
      const metadata = member.metadata === 'null' ? undefined : member.metadata;
      return {
        StackResourceDetail: {
          ...(memberOfStack(call.place, stack, member) as object),
          LastUpdatedTimestamp: new Date(member.at),
          Metadata: metadata,
        },
      };
    },
  },
  DescribeStackEvents: {
    accepts: ['StackName', 'NextToken'],
    handle: (call) => {
      const stack = findStack(call.place, required(call, 'StackName'), call.now);
      if (!stack) throw invalid(`Stack [${text(call, 'StackName')}] does not exist`);
      const { items, next } = page(stack.events.toReversed(), text(call, 'NextToken'), sizes.events);
      return { StackEvents: items.map((event) => eventShown(stack, event)), NextToken: next };
    },
  },
  GetTemplate: {
    accepts: ['StackName', 'TemplateStage', 'ChangeSetName'],
    handle: (call) => ({ TemplateBody: stackNamed(call).design.body, StagesAvailable: ['Original', 'Processed'] }),
  },
  ValidateTemplate: {
    accepts: ['TemplateBody', 'TemplateURL'],
    handle: (call) => {
      const template = readTemplate(required(call, 'TemplateBody'));
      checkTemplate(template, ['CAPABILITY_NAMED_IAM']);
      const capability = capabilityOf(template);
      return {
        Description: template.Description,
        Parameters: Object.entries(template.Parameters).map(([key, { Default, NoEcho, Description }]) => ({
          ParameterKey: key,
          DefaultValue: Default,
          NoEcho: String(NoEcho) === 'true',
          Description,
        })),
        Capabilities: capability ? [capability] : undefined,
        CapabilitiesReason:
          capability &&
          `The following resource(s) require capabilities: [${[...new Set(Object.values(template.Resources).map(({ Type }) => Type))].filter((type) => type.startsWith('AWS::IAM::')).join(', ')}]`,
      };
    },
  },
};
