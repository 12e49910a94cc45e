import { describe, expect, it } from 'vitest';
import { definitionOf } from '../../../src/adapters/batch/definition.ts';
import { nodeOf } from '../../../src/adapters/batch/jobs.ts';
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

  it('is of containers, for the machines of its queue, and its jobs get its tags', () => {
    expect(made()).toMatchObject({ type: 'container', platformCapabilities: ['FARGATE'], propagateTags: true });
    expect(made({ platform: 'EC2' }).platformCapabilities).toEqual(['EC2']);
  });

  it('has the disk and the time that the job asks for', () => {
    expect(made({ disk: 50 }).containerProperties).toMatchObject({ ephemeralStorage: { sizeInGiB: 50 } });
    expect(made({ timeoutSeconds: 120 }).timeout).toEqual({ attemptDurationSeconds: 120 });
    expect(made()).not.toHaveProperty('timeout');
  });

  it('tries again as often as the job says; without retries only after a lost machine', () => {
    expect(made({ attempts: 4 }).retryStrategy).toEqual({ attempts: 4 });
    for (const [platform, lost] of [
      ['EC2', 'Host EC2*'],
      ['FARGATE', 'Your Spot Task was interrupted*'],
    ] as const)
      expect(made({ platform }).retryStrategy).toEqual({
        attempts: 3,
        evaluateOnExit: [
          { onStatusReason: lost, action: 'RETRY' },
          { onReason: '*', action: 'EXIT' },
        ],
      });
  });

  it('tries again what its rules say, before a lost machine, and nothing else', () => {
    const retryRules = [
      { exitCode: 75, action: 'RETRY' },
      { reason: 'Out*', statusReason: 'Task*', action: 'EXIT' },
    ] as const;
    expect(made({ attempts: 4, retryRules, platform: 'EC2' }).retryStrategy).toEqual({
      attempts: 4,
      evaluateOnExit: [
        { onExitCode: '75', action: 'RETRY' },
        { onReason: 'Out*', onStatusReason: 'Task*', action: 'EXIT' },
        { onStatusReason: 'Host EC2*', action: 'RETRY' },
        { onReason: '*', action: 'EXIT' },
      ],
    });
  });

  it('keeps outputs and note for those who read the results, and has no parameter without them', () => {
    const outputs = [{ name: 'code', value: 1 }];
    expect(definitionOf({ ...order, outputs }, { ...job, note: 'what it does' }).parameters).toEqual({
      'toscanini-outputs': JSON.stringify(outputs),
      'toscanini-note': 'what it does',
    });
    expect(made()).not.toHaveProperty('parameters');
  });

  it('has no command, role or right that nobody asked for', () => {
    const { command, executionRoleArn, jobRoleArn, ...rest } = job;
    const { containerProperties } = definitionOf(order, { ...rest, publicAddress: false });
    expect(Object.keys(containerProperties ?? {})).toEqual([
      ...['image', 'resourceRequirements', 'environment', 'secrets', 'networkConfiguration', 'runtimePlatform'],
    ]);
    expect(containerProperties?.networkConfiguration).toEqual({ assignPublicIp: 'DISABLED' });
    expect([command, executionRoleArn, jobRoleArn]).not.toContain(undefined);
  });

  it('has the labels as tags, and no label stands for a tag of ours', () => {
    expect(made().tags).toMatchObject({ team: 'x', 'toscanini:infrastructure': 'toscanini-d1-0001' });
    expect(Object.keys(made().tags ?? {}).filter((name) => /not$/.test(name))).toEqual([]);
    expect(made({ labels: { 'our-aws:team': 'x' } }).tags).toMatchObject({ 'our-aws:team': 'x' });
  });

  it('has owner and group as tags, and never more tags than AWS takes', () => {
    const many = (name: string) =>
      Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${name}${index}`, 'v']));
    const whose = { owner: 'olga', group: 'physics' };
    const tags = definitionOf({ ...order, whose, labels: many('a') }, { ...job, labels: many('b') }).tags ?? {};
    expect(tags).toMatchObject({ ...many('a'), 'toscanini:owner': 'olga', 'toscanini:group': 'physics' });
    expect(Object.keys(tags)).toHaveLength(50);
  });

  it('has tags that Batch takes: forty labels, cut names, and signs as numbers that are read back', () => {
    const labels = Object.fromEntries(Array.from({ length: 41 }, (_, index) => [`${index}${'n'.repeat(200)}`, 'v']));
    const tags = made({ labels, node: 'zählen, 2' }).tags ?? {};
    const ours = Object.keys(tags).filter((name) => name.startsWith('toscanini:'));
    expect(ours).toHaveLength(5);
    expect(Object.keys(tags)).toHaveLength(45);
    expect(Math.max(...Object.keys(tags).map(({ length }) => length))).toBe(128);
    expect(made({ labels: { long: 'v'.repeat(300) } }).tags?.['long']).toHaveLength(256);
    expect(tags['toscanini:node']).toBe('z=e4;hlen=2c; 2');
    expect(nodeOf({ tags } as never)).toBe('zählen, 2');
    expect(nodeOf({} as never)).toBe('');
    const { deployment, ...without } = order;
    expect(definitionOf(without, job).tags).not.toHaveProperty('toscanini:deployment');
    expect(deployment).toBe('d1');
  });
});
