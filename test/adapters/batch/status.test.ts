import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definition, failed, job, ScriptedBatch } from './scripted-batch.ts';

const name = 'toscanini-1-1';
const batch = new ScriptedBatch();
beforeAll(() => batch.start());
afterAll(() => batch.stop());

const statusOf = (...jobs: readonly object[]) => batch.holds({ definitions: [definition(name)], jobs }).status(name);

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
    const running = batch.holds({ definitions, jobs: [job('a', { isTerminated: true })] });
    expect(await running.status(name)).toMatchObject({ state: 'deleting' });
    expect(await running.find(name)).toBe(name);
    const ended = batch.holds({ definitions, jobs: [job('a', { status: 'SUCCEEDED' })] });
    await expect(ended.status(name)).rejects.toMatchObject({ name: 'NotFoundError' });
    expect(await ended.find(name)).toBeUndefined();
  });

  it('is not known, and not gone, where Batch has none of its definitions: another region or account is asked', async () => {
    await expect(batch.holds({}).status(name)).rejects.toMatchObject({
      ...{ name: 'ProviderUnavailableError', outageCause: 'credentials-refused' },
      message: expect.stringMatching(
        /^AWS Batch has no definition of the jobs toscanini-1-1 in eu-west-1, .*: give the/,
      ),
    });
    expect(await batch.holds({}).find(name)).toBeUndefined();
  });

  it('is not that of another infrastructure', async () => {
    const deployer = batch.holds({ definitions: [definition('toscanini-2-1')], jobs: [job('a')] });
    expect(await deployer.find(name)).toBeUndefined();
  });

  it('is failed where a queue was deleted with its jobs', async () => {
    const deployer = batch.holds({
      definitions: [definition(name)],
      refusals: { listjobs: ['ClientException: Job queue jobs not found'] },
    });
    expect(await deployer.status(name)).toMatchObject({
      state: 'failed',
      reason: 'job queue jobs was deleted, and with it the jobs that were there',
    });
    expect(batch.asked('describejobs')).toEqual([]);
  });

  it('counts jobs of every queue that its definitions name, and of every page', async () => {
    const tags = { 'toscanini:infrastructure': name, 'toscanini:queue': 'big' };
    const definitions = [
      definition(name),
      definition(name, { tags }),
      definition(name, { tags: {} }),
      { jobDefinitionName: name },
    ];
    const other = job('c', { jobQueue: 'queue/big' });
    const deployer = batch.holds({ definitions, jobs: [job('a'), job('b'), other], pageSize: 1 });
    expect(Object.keys((await deployer.status(name)).vms).toSorted()).toEqual(['a', 'b', 'c']);
    expect(new Set(batch.asked('listjobs').map(({ jobQueue }) => jobQueue))).toEqual(new Set(['jobs', 'big']));
    expect(batch.asked('describejobdefinitions').map(({ nextToken }) => nextToken)).toEqual([undefined, '1', '2', '3']);
  });

  it('is read of more jobs than one call describes', async () => {
    const jobs = Array.from({ length: 101 }, (_, index) => job(`job-${index}`));
    const { vms } = await statusOf(...jobs);
    expect(Object.keys(vms)).toHaveLength(101);
    expect(batch.asked('describejobs').map(({ jobs: ids }) => (ids as string[]).length)).toEqual([100, 1]);
  });
});

describe('the reason why jobs wait', () => {
  const waiting = (jobId: string, statusReason?: string, status = 'RUNNABLE') =>
    job(jobId, { status, ...(statusReason !== undefined && { statusReason }) } as never);

  it('is what Batch says of the first job that could run', async () => {
    const jobs = [
      waiting('a', 'CAPACITY:IN_THE_PAST', 'RUNNING'),
      waiting('b'),
      waiting('c', 'CAPACITY:INSUFFICIENT_INSTANCE_CAPACITY'),
    ];
    expect(await statusOf(...jobs)).toMatchObject({
      state: 'running',
      reason: 'job c waits: CAPACITY:INSUFFICIENT_INSTANCE_CAPACITY',
    });
    expect(await statusOf(waiting('b'))).not.toHaveProperty('reason');
  });

  it('fails them where only an operator can change it', async () => {
    const said = 'MISCONFIGURATION:JOB_RESOURCE_REQUIREMENT';
    const { state, reason, blame } = await statusOf(waiting('a'), waiting('b', said));
    expect([state, blame]).toEqual(['failed', undefined]);
    expect(reason).toBe(`job b cannot run in job queue jobs: ask for less, or name another queue (${said})`);
  });

  it.each([
    ['says something else', 'CAPACITY: no MISCONFIGURATION', 'RUNNABLE'],
    ['runs meanwhile', 'MISCONFIGURATION:IN_THE_PAST', 'RUNNING'],
    ['says nothing', undefined, 'RUNNABLE'],
  ])('fails no job that %s', async (_, said, status) => {
    expect(await statusOf(waiting('a', said, status))).toMatchObject({ state: 'running' });
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
