import { describe, expect, it } from 'vitest';
import { policy } from '../../../src/adapters/batch/policy.ts';
import type { InfrastructureStatus } from '../../../src/domain/deployers/machines.ts';
import type { Timing } from '../../../src/domain/deployers/policy.ts';

const judged = (status: InfrastructureStatus, launchTimeIsUp = false) =>
  policy.judge(status, { launchTimeIsUp } as Timing);

describe('what the states of jobs mean for an attempt', () => {
  it('a failed job fails it, for the reason and with the blame that are known', () => {
    expect(judged({ state: 'failed', vms: { a: 'failed' }, reason: 'exit code 4', blame: 'work' })).toEqual({
      ...{ is: 'failed', why: 'exit code 4', blame: 'work' },
    });
    expect(judged({ state: 'failed', vms: {} })).toStrictEqual({ is: 'failed', why: 'a job has failed' });
  });

  it('it is ready when all jobs have succeeded, though the time to start is over', () => {
    expect(judged({ state: 'configured', vms: { a: 'configured' } }, true)).toEqual({ is: 'ready' });
  });

  it('a queue that has started no job in time has no capacity', () => {
    const status: InfrastructureStatus = { state: 'running', vms: { a: 'pending', b: 'pending' } };
    expect(judged(status, true)).toEqual({
      is: 'failed',
      why: 'the job queue has started no job: it has no capacity for it',
    });
    expect(judged(status)).toEqual({ is: 'waiting', why: 'jobs: 2 wait, 0 run, 0 have succeeded' });
  });

  it('jobs that Batch does not show any more, a day after they were submitted, have run: no other queue runs them again', () => {
    expect(judged({ state: 'pending', vms: {} }, true)).toEqual({
      ...{ is: 'failed', blame: 'work' },
      why: expect.stringMatching(/^AWS Batch no longer shows the jobs, .* so nobody can tell whether they succeeded/),
    });
    expect(judged({ state: 'pending', vms: {} })).toMatchObject({ is: 'waiting' });
  });

  it('a queue that says why a job waits is quoted', () => {
    const reason = 'job a waits: CAPACITY';
    const status: InfrastructureStatus = { state: 'running', vms: { a: 'pending' }, reason };
    expect(judged(status)).toEqual({ is: 'waiting', why: `jobs: 1 wait, 0 run, 0 have succeeded; ${reason}` });
    expect(judged(status, true)).toEqual({ is: 'failed', why: reason });
  });

  it('a job that has started may take its time', () => {
    const vms = { a: 'configured', b: 'running', c: 'pending' } as const;
    expect(judged({ state: 'running', vms }, true)).toEqual({
      is: 'waiting',
      why: 'jobs: 1 wait, 1 run, 1 have succeeded',
    });
  });
});

describe('the limits of jobs', () => {
  it('are those of work that runs once, in a queue that may be busy for a day', () => {
    expect(policy.cannot).toEqual(['start', 'stop', 'update']);
    expect(policy.launchMins).toBe(24 * 60);
    expect(policy.createResumes).toBe(true);
    expect(policy.shortfall({ properties: [] }, { 'host.num_cpus': 2 }, [])).toEqual([]);
    expect(policy.hasEverything({}, [])).toBe(true);
    const machines = [{ id: 'a', node: 'n', state: 'running' as const, properties: [] }];
    expect(policy.arrange(machines, [])).toBe(machines);
  });
});
