import type { StackEvent } from '@aws-sdk/client-cloudformation';
import { describe, expect, it } from 'vitest';
import { stuckOf } from '../../../src/adapters/cloudformation/failures.ts';

const stack = 'arn:aws:cloudformation:eu-west-1:123456789012:stack/web/1';

/** Each text: logical id, status, reason. The id `stack` is that of the stack itself. */
const events = (...all: readonly string[]): readonly StackEvent[] =>
  all.map((one, index) => {
    const [id = '', status = '', ...reason] = one.split(' ');
    return {
      ...{
        EventId: `${index}`,
        StackId: stack,
        StackName: 'web',
        LogicalResourceId: id,
        ResourceType: 'AWS::Some::Type',
      },
      PhysicalResourceId: id === 'stack' ? stack : `${id}-1`,
      ResourceStatus: status as never,
      Timestamp: new Date(Date.UTC(2026, 10, 27, 12, index)),
      ...(reason.length > 0 && { ResourceStatusReason: reason.join(' ') }),
    };
  });

const failedUpdate = [
  'stack UPDATE_IN_PROGRESS',
  'db UPDATE_FAILED the update is refused',
  'stack UPDATE_ROLLBACK_IN_PROGRESS',
  'db UPDATE_FAILED the way back is refused',
  'stack UPDATE_ROLLBACK_FAILED',
];
const found = (...all: readonly string[]) => stuckOf(events(...all), new Map());

describe('a rollback that is stuck', () => {
  it('is so since it failed, for the reason of the rollback and not of the update', () => {
    expect(found(...failedUpdate)).toEqual({
      since: '2026-11-27T12:04:00.000Z',
      why: expect.stringMatching(/^db \(AWS::Some::Type\) is UPDATE_FAILED: the way back is refused/),
    });
  });

  it('is so since it failed again, for the last reason, where it had gone on', () => {
    const again = ['stack UPDATE_ROLLBACK_IN_PROGRESS', 'web UPDATE_FAILED no', 'stack UPDATE_ROLLBACK_FAILED'];
    expect(found(...failedUpdate, ...again)).toMatchObject({
      since: '2026-11-27T12:07:00.000Z',
      why: expect.stringMatching(/^web .*: no/),
    });
  });

  it('is not so while it goes on, after its end, or where nothing failed', () => {
    expect(found(...failedUpdate, 'stack UPDATE_ROLLBACK_IN_PROGRESS')).toBeUndefined();
    expect(found(...failedUpdate, 'stack UPDATE_ROLLBACK_COMPLETE')).toBeUndefined();
    expect(found('stack CREATE_COMPLETE', 'web UPDATE_ROLLBACK_FAILED')).toBeUndefined();
    expect(found()).toBeUndefined();
  });
});
