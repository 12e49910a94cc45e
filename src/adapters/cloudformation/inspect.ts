import {
  DescribeStackDriftDetectionStatusCommand,
  DescribeStackResourceDriftsCommand,
  DetectStackDriftCommand,
  type PropertyDifference,
  type StackResourceDrift,
} from '@aws-sdk/client-cloudformation';
import type { Instance } from '@aws-sdk/client-ec2';
import { scaledIn } from '../../domain/cloudformation/blueprint/scalable-target.ts';
import { nodesByPart, partName } from '../../domain/cloudformation/blueprint/stack-parts.ts';
import {
  ComparisonRunningError,
  ComparisonUnansweredError,
  type InspectedMachine,
  type InspectedPart,
  type InspectedProperty,
  type Inspection,
  type InspectOptions,
} from '../../domain/deployers/inspection.ts';
import { comparedOf } from '../../domain/drift/noted-values.ts';
import { ProviderFailedError, ProviderUnavailableError } from '../../foundation/errors.ts';
import { given } from '../aws/errors.ts';
import { allPages } from '../aws/pages.ts';
import { callForStack } from './call-for-stack.ts';
import { instancesOf, machineOf } from './instances.ts';
import type { Session } from './sessions.ts';
import { describe } from './stacks.ts';
import { templateOf } from './templates.ts';

/**
 * What stands, by the drift detection of CloudFormation (docs/decisions/0079): one call begins it. Unless an event has told that it is
 * done, another one asks. Two more read what differs and the states of the machines, since a stopped machine is no drift
 * there. Only a stack with differences needs its template read, for the names of the nodes.
 */
export const inspect = async (
  session: Session,
  id: string,
  { comparison, isDone }: InspectOptions,
): Promise<Inspection> => {
  if (comparison === undefined) return { is: 'comparing', comparison: await begin(session, id) };
  if (isDone !== true && !(await isOver(session, id, comparison))) return { is: 'comparing', comparison };
  const [differing, instances] = await Promise.all([differencesOf(session, id), instancesOf(session, id)]);
  const stack = differing.length === 0 ? nothing : await templateAt(session, id);
  return {
    is: 'read',
    machines: instances.map((one) => inspected(one, session.region)),
    parts: differing.map((one) => partOf(one, stack)),
  };
};

const begin = async (session: Session, StackName: string): Promise<string> => {
  const command = new DetectStackDriftCommand({ StackName });
  const answer = await callForStack(session, StackName, () => session.stacks.send(command))
    .catch(unanswered)
    .catch((error: unknown) => unlessDeleted(session, StackName, error));
  return given(answer.StackDriftDetectionId, 'the id of a drift detection');
};

/** In the words of AWS, which has no name of its own for this error. */
const alreadyRunning = /drift detection is already in progress/i;

const unanswered = (error: unknown): never => {
  if (error instanceof ProviderFailedError && alreadyRunning.test(error.message))
    throw new ComparisonRunningError(error.message, { cause: error });
  const isLost = error instanceof ProviderUnavailableError && error.outageCause === 'no-answer';
  throw isLost ? new ComparisonUnansweredError(error.message, { cause: error }) : error;
};

/** CloudFormation knows the id of a stack that was deleted for 90 days, and refuses to compare it as it refuses one that is being changed. */
const unlessDeleted = async (session: Session, id: string, error: unknown): Promise<never> => {
  if (error instanceof ProviderFailedError) await describe(session, id);
  throw error;
};

/** DETECTION_FAILED is over as well: some resources failed, and each of them says so. */
const isOver = async (session: Session, id: string, StackDriftDetectionId: string): Promise<boolean> => {
  const command = new DescribeStackDriftDetectionStatusCommand({ StackDriftDetectionId });
  const { DetectionStatus } = await callForStack(session, id, () => session.stacks.send(command));
  return given(DetectionStatus, 'the status of a drift detection') !== 'DETECTION_IN_PROGRESS';
};

/** The status of the stack may say IN_SYNC while resources do not (aws-cloudformation/cloudformation-coverage-roadmap#2283). */
const differencesOf = (session: Session, StackName: string): Promise<readonly StackResourceDrift[]> =>
  allPages('a list of drifts', async (NextToken) => {
    const command = new DescribeStackResourceDriftsCommand({
      ...{ StackName, MaxResults: 100 },
      // AWS takes four, and never answers NOT_CHECKED
      StackResourceDriftStatusFilters: ['MODIFIED', 'DELETED', 'UNKNOWN', 'UNSUPPORTED'],
      ...(NextToken && { NextToken }),
    });
    const answer = await callForStack(session, StackName, () => session.stacks.send(command));
    return { items: answer.StackResourceDrifts, next: answer.NextToken };
  });

interface ByTemplate {
  /** node of each part */
  readonly nodes: ReadonlyMap<string, string>;
  /** ids of the services that Application Auto Scaling knows */
  readonly scaled: ReadonlySet<string>;
}

const nothing: ByTemplate = { nodes: new Map(), scaled: new Set() };

const templateAt = async (session: Session, id: string): Promise<ByTemplate> => {
  const template = JSON.parse(await templateOf(session, id));
  return { nodes: nodesByPart(template), scaled: scaledIn(template) };
};

/** The sizes are properties of the stack; here only the addresses are compared, which are none. */
const inspected = (instance: Instance, region: string): InspectedMachine => {
  const { id, node, state, resourceId, properties } = machineOf(instance, 'CREATE_COMPLETE', region);
  return {
    ...{ id, node, state },
    values: Object.fromEntries(
      Object.entries(comparedOf(properties.at(-1) ?? {})).filter(([key]) => key.startsWith('address.')),
    ),
    ...(resourceId !== undefined && { resourceId }),
  };
};

const partOf = (drift: StackResourceDrift, { nodes, scaled }: ByTemplate): InspectedPart => {
  const { LogicalResourceId = '', ResourceType = '', PhysicalResourceId, DriftStatusReason: why } = drift;
  const node = nodes.get(LogicalResourceId);
  const base = {
    id: partName(LogicalResourceId, ResourceType),
    ...(node !== undefined && { node }),
    ...(PhysicalResourceId !== undefined && { physicalId: PhysicalResourceId }),
    ...(why !== undefined && { why: reasonIn(why) }),
  };
  switch (drift.StackResourceDriftStatus) {
    case 'DELETED':
      return { ...base, is: 'missing' };
    case 'MODIFIED':
      return {
        ...base,
        is: 'changed',
        properties: (drift.PropertyDifferences ?? []).map((one) =>
          propertyOf(one, automaticOf(ResourceType, scaled.has(LogicalResourceId))),
        ),
      };
    case 'UNSUPPORTED':
      return { ...base, is: 'not-comparable', why: why ?? 'CloudFormation cannot compare this type' };
    case 'NOT_CHECKED':
    case 'UNKNOWN':
      return { ...base, is: 'not-checked', why: base.why ?? 'CloudFormation could not compare it' };
    default:
      throw new ProviderFailedError(`CloudFormation says ${drift.StackResourceDriftStatus} of ${base.id}`);
  }
};

/** A resource that could not be read has its reason as JSON: `{"message":"Rate exceeded",...}`. */
const reasonIn = (text: string): string => /"message"\s*:\s*"([^"]+)"/i.exec(text)?.[1] ?? text;

/** Most characters of a value that are kept; a script may be longer. */
const most = 200;

/** A long value is not cut: half a secret is not known as one by what removes secrets from texts. */
const shownValue = (value: string): string => (value.length > most ? `${value.length} characters` : value);

const propertyOf = (
  { PropertyPath = '', ExpectedValue, ActualValue, DifferenceType }: PropertyDifference,
  automatic: readonly string[],
): InspectedProperty => {
  const ignored = automatic.includes(PropertyPath) ? 'automatic scaling sets it' : undefined;
  return {
    property: PropertyPath.replace(/^\//, '').replaceAll('/', '.'),
    ...(DifferenceType !== 'ADD' && ExpectedValue !== undefined && { old: shownValue(ExpectedValue) }),
    ...(DifferenceType !== 'REMOVE' && ActualValue !== undefined && { new: shownValue(ActualValue) }),
    ...(ignored !== undefined && { ignored }),
  };
};

/**
 * Properties that Application Auto Scaling and Auto Scaling set, which take only their first values from a template. A service
 * without a scalable target has the number that its template says.
 */
const automaticOf = (type: string, isTarget: boolean): readonly string[] => {
  if (type === 'AWS::ECS::Service') return isTarget ? ['/DesiredCount'] : [];
  return ofGroups[type] ?? [];
};

const ofGroups: { readonly [type: string]: readonly string[] } = {
  'AWS::AutoScaling::AutoScalingGroup': ['/DesiredCapacity'],
};
