import { DescribeStackEventsCommand, type StackEvent } from '@aws-sdk/client-cloudformation';
import type { ProviderLog } from '../../domain/deployers/log.ts';
import { withoutTokens } from '../../tosca/secrets/material.ts';
import { answering, given } from '../aws/errors.ts';
import type { Session } from './sessions.ts';

/** Pages of a hundred events: the log of a stack is read whole, and a stack with more than this is a broken one. */
const mostPages = 100;

/** All events of a stack, oldest first. */
export const eventsOf = async ({ stacks }: Session, StackName: string): Promise<readonly StackEvent[]> => {
  const found: StackEvent[] = [];
  let NextToken: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const asked = { StackName, ...(NextToken && { NextToken }) };
    const answer = await answering('stack', () => stacks.send(new DescribeStackEventsCommand(asked)));
    found.push(...given(answer.StackEvents, 'the events of the stack'));
    NextToken = answer.NextToken;
    if (NextToken === undefined) break;
  }
  return found.toReversed();
};

/** One line for each event: the log grows at its end. */
export const logOf = (events: readonly StackEvent[]): ProviderLog => {
  const text = events.map(lineOf).join('\n');
  const failures = events.filter(failsByItself).map(lineOf).join('\n');
  return { parts: [{ name: 'stack', title: '', text }], quotable: failures === '' ? text : failures };
};

const lineOf = ({
  Timestamp,
  LogicalResourceId,
  ResourceType,
  ResourceStatus,
  ResourceStatusReason,
}: StackEvent): string => {
  const at = Timestamp?.toISOString() ?? '';
  const why = ResourceStatusReason ? `: ${withoutTokens(ResourceStatusReason).replaceAll('\n', ' ')}` : '';
  return `${at} ${LogicalResourceId} (${ResourceType}) ${ResourceStatus}${why}`;
};

const isFailure = ({ ResourceStatus }: StackEvent): boolean => ResourceStatus?.endsWith('_FAILED') === true;

/** Not the stack itself, and not what was given up because of another failure: the end of a quote is the reason. */
const failsByItself = (event: StackEvent): boolean =>
  isFailure(event) &&
  event.PhysicalResourceId !== event.StackId &&
  !/cancelled/i.test(event.ResourceStatusReason ?? '');

export interface Failure {
  readonly why: string;
  readonly blame?: 'work';
}

/**
 * Why the last operation of the stack failed: the first event that failed by itself and was not merely given up because
 * of another one. `nodes`: the node of each logical id.
 */
export const failureOf = (events: readonly StackEvent[], nodes: ReadonlyMap<string, string>): Failure => {
  const start = events.findLastIndex(isStart);
  const all = events.slice(Math.max(start, 0));
  const first =
    all.find(failsByItself) ?? all.find((event) => isFailure(event) && event.PhysicalResourceId !== event.StackId);
  const whole = all.findLast((event) => event.PhysicalResourceId === event.StackId && event.ResourceStatusReason);
  const event = first ?? whole;
  if (event === undefined) return { why: 'CloudFormation does not say why' };
  const said = withoutTokens(event.ResourceStatusReason ?? 'no reason is given');
  const blocking = all
    .filter(({ ResourceStatus }) => ResourceStatus === 'DELETE_FAILED')
    .flatMap(({ LogicalResourceId, PhysicalResourceId, StackId }) =>
      PhysicalResourceId === StackId ? [] : (LogicalResourceId ?? []),
    );
  const named = (id = ''): string => (nodes.has(id) ? `node ${nodes.get(id)}` : id);
  const others = [...new Set(blocking)].filter((id) => id !== event.LogicalResourceId).map(named);
  const more = others.length === 0 ? '' : `; what is not deleted either: ${others.join(', ')}`;
  const id = event.LogicalResourceId ?? '';
  const why = `${nodes.has(id) ? `${named(id)}: ` : ''}${id} (${event.ResourceType}) is ${event.ResourceStatus}: ${said}${more}${adviceFor(all)}`;
  return isWorks(said) ? { why, blame: 'work' } : { why };
};

/** Only a bucket that is full needs its owner; whatever else blocks a deletion goes with time, or is named. */
const adviceFor = (all: readonly StackEvent[]): string => {
  const isFull = ({ ResourceType, ResourceStatus, ResourceStatusReason = '' }: StackEvent): boolean =>
    ResourceType === 'AWS::S3::Bucket' && ResourceStatus === 'DELETE_FAILED' && /not empty/i.test(ResourceStatusReason);
  const full = [...new Set(all.filter(isFull).map(({ PhysicalResourceId }) => PhysicalResourceId))];
  return full.length === 0
    ? ''
    : `; delete all objects of bucket ${full.join(' and of bucket ')}, all versions of them too, and delete the deployment again, or delete it with force=true, which leaves the bucket behind`;
};

/** The start of an operation on the whole stack. */
const isStart = ({ PhysicalResourceId, StackId, ResourceStatus }: StackEvent): boolean =>
  PhysicalResourceId === StackId && /^(CREATE|UPDATE|DELETE)_IN_PROGRESS$/.test(ResourceStatus ?? '');

/**
 * A request that is wrong in itself is wrong at every provider. Capacity, quotas, throttling, rights, and everything
 * that nobody knows are the provider's: the next one may do better.
 */
const isWorks = (reason: string): boolean =>
  /HandlerErrorCode: InvalidRequest/.test(reason) &&
  !/capacity|quota|limit|not supported|Unsupported|not authorized|does not exist/i.test(reason);
