import { describe, expect, it } from 'vitest';
import { policy } from '../../../src/adapters/cloudformation/policy.ts';
import type { InfrastructureStatus } from '../../../src/domain/deployers/machines.ts';
import type { Timing } from '../../../src/domain/deployers/policy.ts';

const judged = (status: InfrastructureStatus, launchTimeIsUp = false) =>
  policy.judge(status, { launchTimeIsUp } as Timing);

describe('what the state of a stack means for an attempt', () => {
  it('a failed stack fails it, for the reason and with the blame that are known', () => {
    expect(judged({ state: 'failed', vms: {}, reason: 'no capacity', blame: 'work' })).toEqual({
      ...{ is: 'failed', why: 'no capacity', blame: 'work' },
    });
    expect(judged({ state: 'failed', vms: {} })).toStrictEqual({ is: 'failed', why: 'the stack has failed' });
  });

  it('it is ready when its stack is, though the time to start is over', () => {
    expect(judged({ state: 'configured', vms: {} }, true)).toEqual({ is: 'ready' });
  });

  it('a stack that has made no machine when its time to start is over has failed', () => {
    const waiting = { is: 'waiting', why: 'the stack is pending' };
    expect(judged({ state: 'pending', vms: {} }, true)).toEqual({
      is: 'failed',
      why: 'CloudFormation accepted the stack and has made no machine',
    });
    expect(judged({ state: 'pending', vms: {} })).toEqual(waiting);
    expect(judged({ state: 'pending', vms: { 'i-1': 'pending' } }, true)).toEqual(waiting);
    expect(judged({ state: 'running', vms: {} }, true)).toEqual({ is: 'waiting', why: 'the stack is running' });
  });
});
