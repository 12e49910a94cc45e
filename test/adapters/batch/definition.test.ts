import { describe, expect, it } from 'vitest';
import { definitionOf } from '../../../src/adapters/batch/definition.ts';
import { jobView, machineOf } from '../../../src/adapters/batch/job-view.ts';
import type { BatchOrder, JobOrder } from '../../../src/adapters/batch/planner.ts';

const job: JobOrder = {
  node: 'count',
  resourceId: 'count-0',
  queue: 'jobs',
  platform: 'FARGATE',
  architecture: 'X86_64',
  image: 'busybox',
  command: ['/bin/sh', '-c', 'true'],
  cpus: '0.25',
  memory: 512,
  environment: { A: 'b' },
  secrets: { KEY: 'arn:aws:secretsmanager:x' },
  attempts: 1,
  labels: { team: 'x', 'aws:not': 'allowed', 'toscanini:not': 'allowed' },
  executionRoleArn: 'arn:start',
  jobRoleArn: 'arn:jobs',
  publicAddress: true,
  after: [],
  jobName: 'toscanini-d1-0001-count',
  waitsFor: [],
};
const order: BatchOrder = { name: 'toscanini-d1-0001', deployment: 'd1', jobs: [job], outputs: [] };
const made = (more: Partial<JobOrder> = {}) => definitionOf(order, { ...job, ...more });

describe('the definition of a job', () => {
  it('has image, command, size, variables, secrets and roles where Batch reads them', () => {
    expect(made().containerProperties).toEqual({
      image: 'busybox',
      command: ['/bin/sh', '-c', 'true'],
      resourceRequirements: [
        { type: 'VCPU', value: '0.25' },
        { type: 'MEMORY', value: '512' },
      ],
      environment: [{ name: 'A', value: 'b' }],
      secrets: [{ name: 'KEY', valueFrom: 'arn:aws:secretsmanager:x' }],
      executionRoleArn: 'arn:start',
      jobRoleArn: 'arn:jobs',
      networkConfiguration: { assignPublicIp: 'ENABLED' },
      runtimePlatform: { operatingSystemFamily: 'LINUX', cpuArchitecture: 'X86_64' },
    });
  });

  it('on a queue of machines has GPUs and rights, and nothing of Fargate', () => {
    const properties = made({ platform: 'EC2', gpus: 2, privileged: true }).containerProperties;
    expect(properties).toMatchObject({ privileged: true });
    expect(properties?.resourceRequirements).toContainEqual({ type: 'GPU', value: '2' });
    expect(properties).not.toHaveProperty('networkConfiguration');
    expect(properties).not.toHaveProperty('runtimePlatform');
  });

  it('has the disk and the time that the job asks for', () => {
    expect(made({ disk: 50 }).containerProperties).toMatchObject({ ephemeralStorage: { sizeInGiB: 50 } });
    expect(made({ timeoutSeconds: 120 }).timeout).toEqual({ attemptDurationSeconds: 120 });
    expect(made()).not.toHaveProperty('timeout');
  });

  it('tries again as often as the job says; without retries only after a lost machine', () => {
    expect(made({ attempts: 4 }).retryStrategy).toEqual({ attempts: 4 });
    expect(made().retryStrategy).toEqual({
      attempts: 3,
      evaluateOnExit: [
        { onStatusReason: 'Host EC2*', action: 'RETRY' },
        { onReason: '*', action: 'EXIT' },
      ],
    });
  });

  it('has the labels as tags, and no label stands for a tag of ours', () => {
    expect(made().tags).toMatchObject({ team: 'x', 'toscanini:infrastructure': 'toscanini-d1-0001' });
    expect(Object.keys(made().tags ?? {}).filter((name) => /not$/.test(name))).toEqual([]);
  });
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
  ] as const)('%s at Batch is %s', (status, word, state) => {
    const detail = { jobId: 'j', jobName: 'n', jobQueue: 'q', jobDefinition: 'd', startedAt: 0, status };
    expect(jobView(detail)).toMatchObject({ state: word, operation: status });
    expect(machineOf(detail).state).toBe(state);
  });
});
