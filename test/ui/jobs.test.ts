import { describe, expect, it } from 'vitest';
import type { TimelineEvent } from '../../client/types.ts';
import { jobView } from '../../src/adapters/batch/job-view.ts';
import { eventsOf } from '../../src/adapters/batch/status.ts';
import { stagesOf } from '../../ui/pages/deployment/head/stages.ts';
import { jobIn } from '../../ui/pages/deployment/jobs/job.ts';
import { jobsOf } from '../../ui/pages/deployment/jobs/jobs-of.ts';

const instant = (seconds: number): number => Date.parse('2026-11-20T12:00:00Z') + seconds * 1_000;

/** As AWS Batch describes it. */
const detail = {
  jobName: 'toscanini-x-1-0-0-merge',
  jobId: '7d8aabfd-1671-4fbf-a527-314fec4bb15b',
  jobQueue: 'arn:aws:batch:eu-west-1:123456789012:job-queue/jobs',
  jobDefinition: 'd',
  status: 'FAILED' as const,
  statusReason: 'Essential container in task exited',
  createdAt: instant(0),
  startedAt: instant(5),
  stoppedAt: instant(65),
  attempts: [{}, { container: { exitCode: 3 } }],
  tags: { 'toscanini:node': 'merge' },
  container: {
    command: ['run', 'it'],
    image: 'image:1',
    exitCode: 3,
    resourceRequirements: [
      { type: 'VCPU' as const, value: '2' },
      { type: 'MEMORY' as const, value: '4096' },
      { type: 'GPU' as const, value: '1' },
    ],
  },
};

const seen = (more: object = {}) => jobIn(JSON.stringify(jobView({ ...detail, ...more })));

describe('a job', () => {
  it('is read from what the service says of it', () => {
    expect(seen()).toMatchObject({
      id: detail.jobId,
      said: 'FAILED',
      state: { tone: 'failed', word: 'failed' },
      queue: 'jobs',
      queuedAt: '2026-11-20T12:00:00.000Z',
      startedAt: '2026-11-20T12:00:05.000Z',
      endedAt: '2026-11-20T12:01:05.000Z',
      exitCode: 3,
      repeats: 1,
      size: '2 vCPU · 4 GiB · 1 GPU',
      image: 'image:1',
      command: 'run',
      array: undefined,
    });
  });

  it('counts the parts of an array, also those of which Batch says nothing yet, and runs while they do', () => {
    const arrayProperties = { size: 10, statusSummary: { SUCCEEDED: 3, FAILED: 1, RUNNING: 2, RUNNABLE: 1 } };
    const { array, state } = seen({ status: 'PENDING', arrayProperties }) ?? {};
    expect(array).toEqual({
      size: 10,
      ended: 4,
      counts: [
        ['running', 3],
        ['failed', 1],
        ['working', 2],
        ['waiting', 4],
      ],
    });
    expect(state?.word).toBe('running');
    expect(seen({ status: 'PENDING', arrayProperties: { size: 2, statusSummary: {} } })?.state.word).toBe(
      'waits for others',
    );
  });

  it.each([undefined, '', '{', '[]', 'null', '7', '{"id":1}'])('is none in %j', (text) => {
    expect(jobIn(text)).toBeUndefined();
  });
});

describe('the jobs of an attempt that was given up', () => {
  const eventsIn = (attempt: number, job: object = {}): readonly TimelineEvent[] =>
    eventsOf([{ ...detail, ...job }]).map(({ name, message, at }) => ({
      name: `operation-attempt-${attempt}-${name}`,
      kind: 'PROVIDER_SAID',
      message: `provider batch: ${message}`,
      at,
      attempt,
    }));
  const resources = [{ id: 'r', node: 'merge' }];

  it('are told by the timeline', () => {
    const { exitCode, repeats, startedAt, endedAt, queue, why, state } =
      jobsOf(resources, new Map(), eventsIn(1)).get('r') ?? {};
    expect({ exitCode, repeats, startedAt, endedAt, queue, why, tone: state?.tone }).toEqual({
      exitCode: 3,
      repeats: 1,
      startedAt: '2026-11-20T12:00:05.000Z',
      endedAt: '2026-11-20T12:01:05.000Z',
      queue: 'jobs',
      why: 'Essential container in task exited',
      tone: 'failed',
    });
  });

  it('are those of the last attempt, and give way to what Batch says now', () => {
    const another = { jobId: 'b', status: 'SUCCEEDED' };
    const events = [...eventsIn(1), ...eventsIn(2, another)];
    expect(jobsOf(resources, new Map(), events).get('r')).toMatchObject({
      id: 'b',
      exitCode: 0,
      state: { tone: 'running' },
    });
    const told = new Map([['r', JSON.stringify(jobView({ ...detail, jobId: 'c', status: 'RUNNING' }))]]);
    expect(jobsOf(resources, told, events).get('r')).toMatchObject({ id: 'c', state: { word: 'running' } });
  });
});

describe('the stages of jobs', () => {
  it('speak of jobs and not of machines', () => {
    const view = {
      status: 'CREATE_IN_PROGRESS',
      task: 'DEPLOYER',
      operation: { id: 'o', kind: 'CREATE', acceptedAt: '2026-11-20T12:00:00.000Z' },
      attempt: { number: 1 },
      nodes: [{ kind: 'job', name: 'merge' }],
      resources: [],
    } as unknown as Parameters<typeof stagesOf>[0];
    expect(stagesOf(view).map(({ name, is }) => `${name} ${is}`)).toEqual([
      'Accepted done',
      'Provider done',
      'Jobs current',
      'Done to come',
    ]);
  });
});
