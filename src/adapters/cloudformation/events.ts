import { DescribeStackEventsCommand, type StackEvent } from '@aws-sdk/client-cloudformation';
import type { ProviderLog } from '../../domain/deployers/log.ts';
import { withoutTokens } from '../../tosca/secrets/material.ts';
import { given } from '../aws/errors.ts';
import { callForStack } from './call-for-stack.ts';
import type { Session } from './sessions.ts';

/** Pages of a hundred events: the log of a stack is read whole, and a stack with more than this is a broken one. */
const mostPages = 100;

/** All events of a stack, oldest first. */
export const eventsOf = async (session: Session, StackName: string): Promise<readonly StackEvent[]> => {
  const found: StackEvent[] = [];
  let NextToken: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const request = { StackName, ...(NextToken && { NextToken }) };
    const answer = await callForStack(session, StackName, () =>
      session.stacks.send(new DescribeStackEventsCommand(request)),
    );
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

/** What AWS says, without secrets and without how often its own client has asked. Undefined: it says nothing. */
export const reasonOf = ({ ResourceStatusReason: said }: StackEvent): string | undefined =>
  said ? withoutTokens(said.replace(/ ?\(SDK Attempt Count: \d+\)/g, '')) : undefined;

const lineOf = (event: StackEvent): string => {
  const { Timestamp, LogicalResourceId, ResourceType, ResourceStatus } = event;
  const at = Timestamp?.toISOString() ?? '';
  const said = reasonOf(event);
  const why = said === undefined ? '' : `: ${said.replaceAll('\n', ' ')}`;
  return `${at} ${LogicalResourceId} (${ResourceType}) ${ResourceStatus}${why}`;
};

export const isFailure = ({ ResourceStatus }: StackEvent): boolean => ResourceStatus?.endsWith('_FAILED') === true;

/** Not the stack itself, and not what was given up because of another failure: the end of a quote is the reason. */
export const failsByItself = (event: StackEvent): boolean =>
  isFailure(event) &&
  event.PhysicalResourceId !== event.StackId &&
  !/cancelled/i.test(event.ResourceStatusReason ?? '');
