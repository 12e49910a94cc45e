import type { StackEvent } from '@aws-sdk/client-cloudformation';
import { describe, expect, it } from 'vitest';
import { eventsOf, logOf } from '../../../src/adapters/cloudformation/events.ts';
import { failureOf } from '../../../src/adapters/cloudformation/failures.ts';
import { stackStatus } from '../../../src/adapters/cloudformation/stack-status.ts';
import { failureTexts } from './failure-texts.ts';
import { fakeSession } from './fake-session.ts';

const StackId = 'arn:stack';
const event = (id: string, ResourceStatus: string, ResourceStatusReason?: string, more: object = {}): StackEvent => ({
  ...{ StackId, StackName: 'toscanini-1-1' },
  LogicalResourceId: id,
  PhysicalResourceId: id === 'stack' ? StackId : `physical-${id}`,
  ResourceType: id === 'stack' ? 'AWS::CloudFormation::Stack' : 'AWS::EC2::Instance',
  ResourceStatus: ResourceStatus as never,
  ResourceStatusReason,
  Timestamp: new Date(0),
  EventId: 'event',
  ...more,
});
const start = (what = 'CREATE') => event('stack', `${what}_IN_PROGRESS`, 'User Initiated');
const nodes = new Map([['webweb0', 'web']]);
const whyOf = (...events: readonly StackEvent[]) => failureOf(events, nodes);

describe('the events of a stack', () => {
  it('come the oldest first, of all pages', async () => {
    const { session, asked } = fakeSession({
      DescribeStackEvents: ({ NextToken }) => ({
        StackEvents: NextToken ? [event('a', 'x')] : [event('c', 'x'), event('b', 'x')],
        ...(!NextToken && { NextToken: 'more' }),
      }),
    });
    const found = await eventsOf(session, 'stack');
    expect(found.map(({ LogicalResourceId }) => LogicalResourceId)).toEqual(['a', 'b', 'c']);
    expect(asked.map(({ input }) => input)).toEqual([
      { StackName: 'stack' },
      { StackName: 'stack', NextToken: 'more' },
    ]);
  });

  it('end somewhere, whatever a broken stack answers', async () => {
    const { session, asked } = fakeSession({ DescribeStackEvents: () => ({ StackEvents: [], NextToken: 'more' }) });
    expect(await eventsOf(session, 'stack')).toEqual([]);
    expect(asked).toHaveLength(100);
  });
});

describe('the log of a stack', () => {
  it('has a line for each event, and quotes those that failed by themselves', () => {
    const at = { Timestamp: new Date(0) };
    const log = logOf([
      event('a', 'CREATE_IN_PROGRESS', undefined, at),
      event('a', 'CREATE_FAILED', 'no\ncapacity', at),
      event('b', 'CREATE_FAILED', 'Resource creation cancelled', at),
      event('stack', 'CREATE_FAILED', 'The following resource(s) failed', at),
    ]);
    const failure = '1970-01-01T00:00:00.000Z a (AWS::EC2::Instance) CREATE_FAILED: no capacity';
    expect(log.quotable).toBe(failure);
    expect(log.parts).toEqual([
      {
        ...{ name: 'stack', title: '' },
        text: [
          '1970-01-01T00:00:00.000Z a (AWS::EC2::Instance) CREATE_IN_PROGRESS',
          failure,
          '1970-01-01T00:00:00.000Z b (AWS::EC2::Instance) CREATE_FAILED: Resource creation cancelled',
          '1970-01-01T00:00:00.000Z stack (AWS::CloudFormation::Stack) CREATE_FAILED: The following resource(s) failed',
        ].join('\n'),
      },
    ]);
  });

  it('is quoted whole where nothing has failed', () => {
    const { parts, quotable } = logOf([event('a', 'CREATE_COMPLETE')]);
    expect(quotable).toBe(parts[0]?.text);
  });
});

describe('why a stack failed', () => {
  it('is what failed first by itself in the last operation, with its node', () => {
    const { why, blame } = whyOf(
      start(),
      event('old', 'CREATE_FAILED', 'of an earlier operation'),
      start('UPDATE'),
      event('other', 'CREATE_FAILED', 'Resource creation cancelled'),
      event('webweb0', 'CREATE_FAILED', 'Insufficient capacity'),
      event('later', 'CREATE_FAILED', 'too late'),
      event('stack', 'UPDATE_ROLLBACK_IN_PROGRESS', 'The following resource(s) failed to create'),
    );
    expect(why).toBe(
      'node web: webweb0 (AWS::EC2::Instance) is CREATE_FAILED: Insufficient capacity; try again later, or ask for another size or for another region',
    );
    expect(blame).toBeUndefined();
  });

  it('is what was given up where nothing else failed, then what the stack says, then nothing', () => {
    const given = event('a', 'CREATE_FAILED', 'Resource creation cancelled');
    const ofStack = event('stack', 'CREATE_FAILED', 'The role may not be assumed');
    expect(whyOf(start(), given, ofStack).why).toBe(
      'a (AWS::EC2::Instance) is CREATE_FAILED: Resource creation cancelled',
    );
    expect(whyOf(start(), ofStack).why).toBe(
      'stack (AWS::CloudFormation::Stack) is CREATE_FAILED: The role may not be assumed',
    );
    expect(whyOf(event('stack', 'CREATE_FAILED')).why).toBe('CloudFormation does not say why');
    expect(whyOf(event('a', 'CREATE_FAILED')).why).toBe('a (AWS::EC2::Instance) is CREATE_FAILED: no reason is given');
  });

  it('names whatever else blocks a deletion, each once', () => {
    const { why } = whyOf(
      start('DELETE'),
      event('a', 'DELETE_FAILED', 'in use'),
      event('webweb0', 'DELETE_FAILED', 'in use'),
      event('b', 'DELETE_FAILED', 'in use'),
      event('webweb0', 'DELETE_FAILED', 'in use'),
      event('stack', 'DELETE_FAILED', 'failed to delete'),
    );
    expect(why).toBe('a (AWS::EC2::Instance) is DELETE_FAILED: in use; what is not deleted either: node web, b');
  });

  it('says what to do about buckets that are full, and about no other bucket', () => {
    const bucket = { ResourceType: 'AWS::S3::Bucket' };
    const full = 'The bucket you tried to delete is not empty';
    const { why } = whyOf(
      start('DELETE'),
      event('a', 'DELETE_FAILED', full, bucket),
      event('b', 'DELETE_FAILED', full, bucket),
      event('c', 'DELETE_FAILED', 'AccessDenied', bucket),
      event('d', 'DELETE_COMPLETE', full, bucket),
    );
    expect(why).toContain('; delete all objects of bucket physical-a and of bucket physical-b, all versions');
  });

  it('is what the hooks say of it that refused it', () => {
    const hook = { HookType: 'Example::Size::Hook', HookStatusReason: 'at most two processors' };
    const { why, blame } = whyOf(
      start(),
      event('other', 'CREATE_IN_PROGRESS', 'Hook failed', { ...hook, HookStatusReason: 'of another part' }),
      event('webweb0', 'CREATE_IN_PROGRESS', 'Hook failed', hook),
      event('webweb0', 'CREATE_FAILED', 'The following hook(s) failed: [Example::Size::Hook]'),
    );
    expect(why).toContain(
      'CREATE_FAILED: The following hook(s) failed: [Example::Size::Hook]: at most two processors; a hook',
    );
    expect(blame).toBeUndefined();
  });

  it.each(failureTexts)('is the fault of the $verdict by a text of $from', ({ text, verdict, advice }) => {
    const { why, blame, passing } = whyOf(start(), event('a', 'CREATE_FAILED', text));
    expect(blame).toBe(verdict === 'template' ? 'work' : undefined);
    expect(passing).toBe(verdict === 'again' ? true : undefined);
    // the advice follows the words of AWS
    const said = why.split('; ').slice(1).join('; ');
    if (advice === undefined) expect(said).toBe('');
    else expect(said).toContain(advice);
    expect(`${why} ${logOf([event('a', 'CREATE_FAILED', text)]).quotable}`).not.toContain('Attempt Count');
  });

  it('is judged by at least sixty texts, each seen somewhere', () => {
    expect(new Set(failureTexts.map(({ text }) => text)).size).toBeGreaterThanOrEqual(60);
    for (const { from } of failureTexts) expect(from).not.toBe('');
  });
});

describe('the status of a stack', () => {
  it.each([
    ['REVIEW_IN_PROGRESS', 'pending', undefined, undefined],
    ['CREATE_IN_PROGRESS', 'running', undefined, undefined],
    ['CREATE_COMPLETE', 'configured', undefined, undefined],
    ['CREATE_FAILED', 'failed', undefined, true],
    ['ROLLBACK_IN_PROGRESS', 'failed', undefined, true],
    ['ROLLBACK_COMPLETE', 'failed', undefined, true],
    ['ROLLBACK_FAILED', 'failed', undefined, true],
    ['UPDATE_IN_PROGRESS', 'running', 'in-progress', undefined],
    ['UPDATE_COMPLETE_CLEANUP_IN_PROGRESS', 'running', 'in-progress', undefined],
    ['UPDATE_COMPLETE', 'configured', 'done', undefined],
    ['UPDATE_FAILED', 'failed', 'failed', true],
    ['UPDATE_ROLLBACK_IN_PROGRESS', 'running', 'in-progress', undefined],
    ['UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS', 'running', 'in-progress', undefined],
    ['UPDATE_ROLLBACK_COMPLETE', 'configured', 'failed', true],
    ['UPDATE_ROLLBACK_FAILED', 'failed', 'failed', true],
    ['DELETE_IN_PROGRESS', 'deleting', undefined, undefined],
    ['DELETE_FAILED', 'failed', undefined, true],
    ['OF_LATER_TIMES', 'unknown', undefined, undefined],
    [undefined, 'unknown', undefined, undefined],
  ] as const)('%s is %s, its change is %s, and it failed: %s', (status, state, change, failed) => {
    const found = stackStatus(status);
    expect([found.state, found.change, found.failed]).toEqual([state, change, failed]);
  });
});
