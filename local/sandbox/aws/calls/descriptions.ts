import type { Stack } from '../engine/stack.ts';
import { invalid } from '../protocol/refusal.ts';
import type { Tree } from '../protocol/xml.ts';
import { capabilityOf, checkTemplate } from '../templates/check.ts';
import { readTemplate } from '../templates/template.ts';
import { type Actions, type Call, page, required, text, texts } from './call.ts';
import { allStacks, findStack, stackOf } from './lookup.ts';
import { eventShown, memberOfStack, memberShown, stackShown, summaryOf } from './stack-views.ts';

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
