import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definition, job, ScriptedBatch } from './scripted-batch.ts';

const name = 'toscanini-1-1';
const batch = new ScriptedBatch();
beforeAll(() => batch.start());
afterAll(() => batch.stop());

const statusOf = (...jobs: readonly object[]) => batch.holds({ definitions: [definition(name)], jobs }).status(name);
const failed = (jobId: string, more: object = {}) =>
  job(jobId, {
    status: 'FAILED',
    statusReason: 'Essential container in task exited',
    container: { exitCode: 4 },
    ...more,
  });

describe('the state of an infrastructure of jobs', () => {
  it.each([
    ['pending', []],
    ['running', ['SUBMITTED', 'SUCCEEDED']],
    ['running', ['RUNNING', 'RUNNABLE']],
    ['configured', ['SUCCEEDED', 'SUCCEEDED']],
    ['failed', ['SUCCEEDED', 'FAILED']],
  ] as const)('is %s where its jobs are %j', async (state, all) => {
    const jobs = all.map((status, index) => job(`job-${index}`, { status }));
    expect(await statusOf(...jobs)).toMatchObject({ state });
  });

  it('names the state of each job by its id', async () => {
    const { vms } = await statusOf(
      job('a', { status: 'RUNNABLE' }),
      job('b', { status: 'STARTING' }),
      job('c', { status: 'SUCCEEDED' }),
      job('d', { status: 'SOMETHING' as never }),
    );
    expect(vms).toEqual({ a: 'pending', b: 'running', c: 'configured', d: 'unknown' });
  });

  it('is deleting while a job of it still ends, and then it is gone', async () => {
    const definitions = [definition(name, { status: 'INACTIVE' })];
    const running = batch.holds({ definitions, jobs: [job('a')] });
    expect(await running.status(name)).toMatchObject({ state: 'deleting' });
    expect(await running.find(name)).toBe(name);
    const ended = batch.holds({ definitions, jobs: [job('a', { status: 'SUCCEEDED' })] });
    await expect(ended.status(name)).rejects.toMatchObject({ name: 'NotFoundError' });
    expect(await ended.find(name)).toBeUndefined();
  });

  it('counts jobs of every queue that its definitions name, and of every page', async () => {
    const tags = { 'toscanini:infrastructure': name, 'toscanini:queue': 'big' };
    const definitions = [definition(name), definition(name, { tags }), definition(name, { tags: {} })];
    const other = job('c', { jobQueue: 'queue/big' });
    const deployer = batch.holds({ definitions, jobs: [job('a'), job('b'), other], pageSize: 1 });
    expect(Object.keys((await deployer.status(name)).vms).toSorted()).toEqual(['a', 'b', 'c']);
    expect(new Set(batch.asked('listjobs').map(({ jobQueue }) => jobQueue))).toEqual(new Set(['jobs', 'big']));
    expect(batch.asked('describejobdefinitions').map(({ nextToken }) => nextToken)).toEqual([undefined, '1', '2']);
  });

  it('is read of more jobs than one call describes', async () => {
    const jobs = Array.from({ length: 101 }, (_, index) => job(`job-${index}`));
    const { vms } = await statusOf(...jobs);
    expect(Object.keys(vms)).toHaveLength(101);
    expect(batch.asked('describejobs').map(({ jobs: ids }) => (ids as string[]).length)).toEqual([100, 1]);
  });
});

describe('the reason why jobs failed', () => {
  it('is absent while none has', async () => {
    const status = await statusOf(job('a', { status: 'SUCCEEDED', container: { exitCode: 0 } }));
    expect(status).not.toHaveProperty('reason');
    expect(status).not.toHaveProperty('blame');
  });

  it('names the job, its exit code and what Batch says, each once', async () => {
    const { reason } = await statusOf(
      failed('a', { container: { exitCode: 4, reason: 'Essential container in task exited' } }),
    );
    expect(reason).toBe('job a failed with exit code 4: Essential container in task exited');
  });

  it('is that of the last attempt, and counts them', async () => {
    const attempts = [
      { container: { exitCode: 1, reason: 'first' } },
      { container: { exitCode: 3, reason: 'second' } },
    ];
    const { reason } = await statusOf(failed('a', { statusReason: 'exited', container: {}, attempts }));
    expect(reason).toBe('job a failed with exit code 3 after 2 attempts: exited; second');
    const once = await statusOf(failed('a', { attempts: attempts.slice(0, 1) }));
    expect(once.reason).not.toContain('attempts');
  });

  it('is said too where Batch gives none', async () => {
    const { reason } = await statusOf(job('a', { status: 'FAILED' }));
    expect(reason).toBe('job a failed: Batch gives no reason');
  });

  it('is that of the job that failed itself, not of one that waited for it', async () => {
    const waited = failed('a', { statusReason: 'Dependent Job failed', container: {} });
    expect((await statusOf(waited, failed('b'))).reason).toMatch(/^job b failed/);
    expect((await statusOf(waited)).reason).toMatch(/^job a failed: Dependent/);
    expect((await statusOf(failed('first', { createdAt: 1 }), failed('second', { createdAt: 2 }))).reason).toMatch(
      /^job first failed/,
    );
  });

  it('of an array is that of a child that failed', async () => {
    const arrayProperties = { size: 5, statusSummary: { SUCCEEDED: 3, FAILED: 2 } };
    const array = failed('a', { statusReason: 'Array Child Job failed', container: {}, arrayProperties });
    const child = (index: number, status: string, exitCode: number) =>
      job(`a:${index}`, {
        status: status as never,
        container: { exitCode },
        arrayProperties: { index },
        tags: { 'toscanini:node': 'a' },
      });
    const children = [child(0, 'SUCCEEDED', 0), child(1, 'FAILED', 7), child(2, 'FAILED', 8), child(3, 'SUCCEEDED', 0)];
    const { reason, blame } = await statusOf(array, ...children);
    expect(reason).toBe(
      'job a failed (2 of 5 children failed): Array Child Job failed; child 1: job a failed with exit code 7: Batch gives no reason',
    );
    expect(blame).toBe('work');
    expect(batch.asked('listjobs').filter(({ arrayJobId }) => arrayJobId !== undefined)).toEqual([
      { arrayJobId: 'a', jobStatus: 'FAILED', maxResults: 3 },
      { arrayJobId: 'a', jobStatus: 'SUCCEEDED', maxResults: 1 },
    ]);
  });

  it('of an array whose children are not listed yet is its own', async () => {
    const arrayProperties = { size: 2, statusSummary: {} };
    const { reason } = await statusOf(failed('a', { statusReason: 'cancelled', container: {}, arrayProperties }));
    expect(reason).toBe('job a failed: cancelled');
  });
});

describe('the blame for a failed job', () => {
  it.each([
    ['work', 'the container ended by itself', { container: { exitCode: 4 } }],
    ['work', 'an earlier attempt has an exit code', { container: {}, attempts: [{ container: { exitCode: 4 } }] }],
    ['work', 'its time was over', { statusReason: 'Job attempt duration exceeded timeout', container: {} }],
    [undefined, 'it never ran', { container: {} }],
    [undefined, 'its image cannot be pulled', { container: { exitCode: 1, reason: 'CannotPullContainerError: x' } }],
    [
      undefined,
      'its machine was lost',
      { statusReason: 'Host EC2 (instance i-1) terminated.', container: { exitCode: 1 } },
    ],
    [undefined, 'its program is for other processors', { container: { exitCode: 255, reason: 'exec format error' } }],
  ] as const)('is %s where %s', async (blame, _, more) => {
    expect((await statusOf(failed('a', more))).blame).toBe(blame);
  });
});

describe('the events of jobs', () => {
  it('come in the order of their times', async () => {
    const { happened } = await statusOf(
      job('b', { status: 'SUCCEEDED', createdAt: 1_500, startedAt: 2_500, stoppedAt: 4_000 }),
      failed('a', { createdAt: 1_000, startedAt: 3_000, stoppedAt: 5_000 }),
    );
    expect(happened).toEqual([
      { name: 'job-a-queued', message: 'job a is in queue jobs', at: '1970-01-01T00:00:01.000Z' },
      { name: 'job-b-queued', message: 'job b is in queue jobs', at: '1970-01-01T00:00:01.500Z' },
      { name: 'job-b-started', message: 'job b has started', at: '1970-01-01T00:00:02.500Z' },
      { name: 'job-a-started', message: 'job a has started', at: '1970-01-01T00:00:03.000Z' },
      { name: 'job-b-ended', message: 'job b has succeeded', at: '1970-01-01T00:00:04.000Z' },
      {
        name: 'job-a-ended',
        message: 'job a failed with exit code 4: Essential container in task exited',
        at: '1970-01-01T00:00:05.000Z',
      },
    ]);
  });

  it('of a job that never started have no start, and its end has the last time that is known', async () => {
    const { happened } = await statusOf(failed('a', { startedAt: 0, container: {} }), job('b', { startedAt: 0 }));
    expect(happened?.map((event) => [event.name, event.at])).toEqual([
      ['job-a-queued', '1970-01-01T00:00:01.000Z'],
      ['job-a-ended', '1970-01-01T00:00:01.000Z'],
      ['job-b-queued', '1970-01-01T00:00:01.000Z'],
    ]);
  });
});
