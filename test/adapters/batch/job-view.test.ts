import type { JobDetail } from '@aws-sdk/client-batch';
import { describe, expect, it } from 'vitest';
import { jobView, machineOf } from '../../../src/adapters/batch/job-view.ts';

const detail = (more: Partial<JobDetail> = {}): JobDetail => ({
  jobId: 'j',
  jobName: 'n',
  jobQueue: 'arn:aws:batch:eu-west-1:111111111111:job-queue/jobs',
  jobDefinition: 'd',
  startedAt: 0,
  status: 'RUNNING',
  ...more,
});

describe('a job as clients see it', () => {
  it.each([
    ['SUBMITTED', 'SUBMITTED', 'pending'],
    ['PENDING', 'PENDING', 'pending'],
    ['RUNNABLE', 'PENDING', 'pending'],
    ['STARTING', 'EXECUTING', 'running'],
    ['RUNNING', 'EXECUTING', 'running'],
    ['SUCCEEDED', 'FINISHED', 'configured'],
    ['FAILED', 'FAILED', 'failed'],
    ['NEW_WORD', 'NEW_WORD', 'unknown'],
  ] as const)('%s at Batch is %s', (status, word, state) => {
    const found = detail({ status: status as never });
    expect(jobView(found)).toMatchObject({ state: word, operation: status });
    expect(machineOf(found).state).toBe(state);
  });

  it('has its command, image, size, queue and times, and nothing that it has not', () => {
    const container = {
      image: 'busybox',
      command: ['sh', '-c', 'true'],
      environment: [{ name: 'KEY', value: 'secret' }],
      resourceRequirements: [
        { type: 'VCPU' as const, value: '0.25' },
        { type: 'MEMORY' as const, value: '512' },
      ],
    };
    expect(jobView(detail({ container, createdAt: 1_000, startedAt: 2_000 }))).toStrictEqual({
      id: 'j',
      name: 'n',
      type: 'BATCH',
      state: 'EXECUTING',
      operation: 'RUNNING',
      description: {
        execution: { executable: 'sh', args: ['-c', 'true'], image: 'busybox' },
        resources: { components: [{ total_cores: 0.25, total_nodes: 1, memory_per_node: 512 }], queue: 'jobs' },
      },
      queue: 'jobs',
      submit_time: '1970-01-01T00:00:01.000Z',
      start_time: '1970-01-01T00:00:02.000Z',
      updated_time: '1970-01-01T00:00:02.000Z',
      resubmit: 0,
    });
  });

  it('with a note shows the note instead of its command', () => {
    const found = jobView(detail({ parameters: { 'toscanini-note': 'count' }, container: { command: ['sh', 'x'] } }));
    expect(found).toMatchObject({
      note: 'count',
      description: { note: 'count', execution: { executable: 'count', args: [], image: '' } },
    });
  });

  it('without a command shows none', () => {
    const { description } = jobView(detail());
    expect(description).toMatchObject({ execution: { executable: '', args: [], image: '' } });
  });

  it('of an old definition has its size, and GPUs where there are some', () => {
    const componentOf = (container: object) =>
      (jobView(detail({ container })) as { description: { resources: { components: object[] } } }).description.resources
        .components[0];
    expect(componentOf({ vcpus: 2, memory: 1024 })).toEqual({ total_cores: 2, total_nodes: 1, memory_per_node: 1024 });
    expect(componentOf({ resourceRequirements: [{ type: 'GPU', value: '3' }] })).toEqual({
      ...{ total_cores: 0, total_nodes: 1, memory_per_node: 0, gpus: 3 },
    });
  });

  it('that failed has its exit code, its errors and how often it was tried again', () => {
    const attempts = [{ container: { exitCode: 1 } }, { container: { exitCode: 4 } }];
    const tags = { 'toscanini:node': 'count' };
    const found = detail({
      status: 'FAILED',
      statusReason: 'exited',
      attempts,
      tags,
      stoppedAt: 5_000,
      startedAt: 3_000,
    });
    expect(jobView(found)).toMatchObject({
      exit_code: 4,
      errors: 'job count failed with exit code 4 after 2 attempts: exited',
      resubmit: 1,
      finish_time: '1970-01-01T00:00:05.000Z',
      updated_time: '1970-01-01T00:00:05.000Z',
    });
    expect(jobView(detail({ status: 'SUCCEEDED' }))).not.toHaveProperty('errors');
  });

  it('that never started has no start, and was updated when it was queued', () => {
    const found = jobView(detail({ createdAt: 1_000 }));
    expect(found).not.toHaveProperty('start_time');
    expect(found).toMatchObject({ updated_time: '1970-01-01T00:00:01.000Z' });
  });

  it('of an array has its size and how many children are in which state', () => {
    const arrayProperties = { size: 3, statusSummary: { SUCCEEDED: 2, FAILED: 1 } };
    expect(jobView(detail({ arrayProperties }))).toMatchObject({ array_size: 3, array: { SUCCEEDED: 2, FAILED: 1 } });
    expect(jobView(detail({ arrayProperties: { index: 1 } }))).not.toHaveProperty('array');
  });

  it('that waits for another names it', () => {
    expect(jobView(detail({ dependsOn: [{ jobId: 'first' }] }))).toMatchObject({ parent_job: 'first' });
    expect(jobView(detail({ dependsOn: [] }))).not.toHaveProperty('parent_job');
    expect(jobView(detail())).not.toHaveProperty('parent_job');
  });

  it('belongs to the resource that its tags name', () => {
    const tags = { 'toscanini:resource': 'r-1', 'toscanini:node': 'count' };
    expect(machineOf(detail({ tags }))).toMatchObject({ id: 'j', node: 'count', resourceId: 'r-1', properties: [] });
    expect(machineOf(detail())).not.toHaveProperty('resourceId');
  });
});
