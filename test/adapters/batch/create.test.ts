import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BatchOrder, planner } from '../../../src/adapters/batch/planner.ts';
import type { Submission } from '../../../src/domain/deployers/planner.ts';
import { definition, job, ScriptedBatch } from './scripted-batch.ts';

const name = 'toscanini-d1-1';
const batch = new ScriptedBatch();
beforeAll(() => batch.start());
afterAll(() => batch.stop());

const blueprint = (node: string, more: object = {}) => ({
  ...{ node, queue: 'jobs', platform: 'FARGATE', architecture: 'X86_64', image: 'busybox', cpus: '1', memory: 512 },
  ...{ environment: {}, secrets: {}, attempts: 1, labels: {}, publicAddress: false, after: [] },
  ...more,
});

const planned = (jobs: readonly object[], machines: readonly (readonly [string, string])[], named = name) =>
  planner.plan({
    ...{ template: '', inputs: {}, name: named, edits: [] },
    blueprint: JSON.stringify({ jobs, outputs: [{ name: 'out', value: 1 }] }),
    machines: machines.map(([node, resourceId]) => ({ node, resourceId })) as never,
  });

const chain = () =>
  planned(
    [blueprint('count'), blueprint('report', { after: ['count'], note: 'what it is', arraySize: 3 })],
    [
      ['count', 'r-1'],
      ['count', 'r-2'],
      ['report', 'r-3'],
    ],
  );

describe('the order of jobs', () => {
  const orderOf = (submission: Submission): BatchOrder => JSON.parse(submission);

  it('has a job for each resource, with a name of its own and the names of those that it waits for', () => {
    const { deployment, jobs, outputs } = orderOf(chain());
    expect(deployment).toBe('d1');
    expect(outputs).toEqual([{ name: 'out', value: 1 }]);
    expect(jobs.map(({ jobName, resourceId, waitsFor }) => [jobName, resourceId, waitsFor])).toEqual([
      ['toscanini-d1-1-0-0-count', 'r-1', []],
      ['toscanini-d1-1-0-1-count', 'r-2', []],
      ['toscanini-d1-1-1-0-report', 'r-3', ['toscanini-d1-1-0-0-count', 'toscanini-d1-1-0-1-count']],
    ]);
  });

  it('leaves out a node without resources, and nothing waits for it', () => {
    const { jobs } = orderOf(
      planned([blueprint('gone'), blueprint('report', { after: ['gone'] })], [['report', 'r-3']]),
    );
    expect(jobs.map(({ node, waitsFor }) => [node, waitsFor])).toEqual([['report', []]]);
  });

  it('names jobs so that Batch takes the name, and nodes that look the same there differ', () => {
    const { jobs, deployment } = orderOf(
      planned(
        [blueprint('a b'), blueprint(`a/b${'x'.repeat(200)}`)],
        [
          ['a b', 'r-1'],
          [`a/b${'x'.repeat(200)}`, 'r-2'],
        ],
        'own',
      ),
    );
    expect(jobs[0]?.jobName).toBe('own-0-0-a_b');
    expect(jobs[1]?.jobName).toMatch(/^own-1-0-a_bx+$/);
    expect(jobs[1]?.jobName).toHaveLength(128);
    expect(deployment).toBeUndefined();
  });

  it('names the deployment also after many attempts', () => {
    expect(orderOf(planned([], [], 'toscanini-a-b-12')).deployment).toBe('a-b');
    for (const other of ['toscanini-a-1-b', 'my-toscanini-a-1'])
      expect(orderOf(planned([], [], other)).deployment).toBeUndefined();
  });

  it('is none without what ranking made', () => {
    const order = { template: '', inputs: {}, name, edits: [], machines: [], blueprint: undefined };
    expect(() => planner.plan(order)).toThrow(/^nothing was translated for jobs toscanini-d1-1/);
  });
});

describe('a creation of jobs', () => {
  it('registers a definition for each job, and then submits each after those that it waits for', async () => {
    expect(await batch.holds({}).create(chain())).toBe(name);
    expect(batch.calls.map((call) => call.name)).toEqual([
      ...['listjobs', 'registerjobdefinition', 'registerjobdefinition', 'registerjobdefinition'],
      ...['submitjob', 'submitjob', 'submitjob'],
    ]);
    expect(batch.asked('registerjobdefinition')[2]).toMatchObject({
      jobDefinitionName: name,
      parameters: { 'toscanini-note': 'what it is', 'toscanini-outputs': '[{"name":"out","value":1}]' },
    });
    const [first, second, third] = batch.asked('submitjob');
    expect(first).toEqual({
      jobName: 'toscanini-d1-1-0-0-count',
      jobQueue: 'jobs',
      jobDefinition: 'definition-1',
      propagateTags: true,
      parameters: {},
      tags: {
        ...{ 'toscanini:infrastructure': name, 'toscanini:deployment': 'd1' },
        ...{ 'toscanini:node': 'count', 'toscanini:resource': 'r-1', 'toscanini:queue': 'jobs' },
      },
    });
    expect(second).toMatchObject({ jobName: 'toscanini-d1-1-0-1-count', jobDefinition: 'definition-2' });
    expect(third).toMatchObject({
      ...{ jobDefinition: 'definition-3', dependsOn: [{ jobId: 'job-4' }, { jobId: 'job-5' }] },
      ...{ arrayProperties: { size: 3 }, parameters: { 'toscanini-note': 'what it is' } },
    });
  });

  it('that is repeated submits only what is missing, after the jobs that are there', async () => {
    const there = ['toscanini-d1-1-0-0-count', 'toscanini-d1-1-0-1-count'].map((jobName, index) =>
      job(`old-${index}`, { jobName, jobDefinition: `arn:${name}:1` }),
    );
    await batch.holds({ definitions: [definition(name)], jobs: there }).create(chain());
    expect(batch.asked('registerjobdefinition')).toHaveLength(1);
    expect(batch.asked('submitjob')).toMatchObject([
      { jobName: 'toscanini-d1-1-1-0-report', dependsOn: [{ jobId: 'old-0' }, { jobId: 'old-1' }] },
    ]);
  });

  it('that is refused ends what it began, also a job that no list has yet', async () => {
    const deployer = batch.holds({
      definitions: [definition(name)],
      jobs: [job('old', { jobName: 'toscanini-d1-1-0-0-count', jobDefinition: `arn:${name}:1` })],
      refusals: { submitjob: ['', 'ClientException'] },
    });
    await expect(deployer.create(chain())).rejects.toMatchObject({ name: 'ProviderFailedError' });
    const reason = 'the deployment is being deleted';
    expect(batch.asked('terminatejob')).toEqual([
      { jobId: 'job-3', reason },
      { jobId: 'old', reason },
    ]);
    expect(batch.asked('deregisterjobdefinition')).toEqual([{ jobDefinition: `arn:${name}:1` }]);
  });

  it('that is not answered leaves what it began to the repeat', async () => {
    const deployer = batch.holds({ refusals: { registerjobdefinition: ['', 'TooManyRequestsException'] } });
    await expect(deployer.create(chain())).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
    expect(batch.asked('submitjob')).toEqual([]);
    expect(batch.asked('describejobdefinitions')).toEqual([]);
  });

  it('submits a job again after a throttled call, and only then', async () => {
    await batch.holds({ refusals: { submitjob: ['TooManyRequestsException', 'ThrottlingException'] } }).create(chain());
    expect(batch.asked('submitjob').map(({ jobName }) => jobName)).toEqual([
      ...Array.from({ length: 3 }, () => 'toscanini-d1-1-0-0-count'),
      'toscanini-d1-1-0-1-count',
      'toscanini-d1-1-1-0-report',
    ]);
  });
});

describe('a creation of jobs that meets an obstacle', () => {
  it('names the queue that is not there, and submits nothing', async () => {
    const deployer = batch.holds({ refusals: { listjobs: ['ClientException: Job queue jobs does not exist.'] } });
    await expect(deployer.create(chain())).rejects.toMatchObject({
      name: 'ProviderFailedError',
      message: 'there is no job queue jobs in eu-west-1: name one that exists in batch.queues of this provider',
    });
    expect([...batch.asked('registerjobdefinition'), ...batch.asked('submitjob')]).toEqual([]);
  });

  it('takes no other refusal of a list for a queue that is not there', async () => {
    const deployer = batch.holds({ refusals: { listjobs: ['ClientException: the filter does not exist'] } });
    await expect(deployer.create(chain())).rejects.toThrow('the filter does not exist');
  });

  it.each([
    ['the ARN of a definition', 'registerjobdefinition'],
    ['the id of a job', 'submitjob'],
  ])('is not answered where %s is missing: what it began is left to the repeat', async (what, call) => {
    const deployer = batch.holds({ answers: { [call]: {} } });
    await expect(deployer.create(chain())).rejects.toMatchObject({
      name: 'ProviderUnavailableError',
      message: expect.stringContaining(`without ${what},`),
    });
    expect(batch.asked('terminatejob')).toEqual([]);
  });

  it.each(['registerjobdefinition', 'submitjob'])('stops when its time is over: at %s', async (last) => {
    const time = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(time.signal);
    const met = (name: string) => void (name === last && time.abort());
    await expect(batch.holds({ met }).create(chain())).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
    expect(timeout).toHaveBeenCalledWith(60_000);
    timeout.mockRestore();
    expect(batch.asked(last)).toHaveLength(1);
    expect(batch.asked('terminatejob')).toEqual([]);
  });
});

describe('a deletion of jobs', () => {
  it('ends those that have not ended, the last one first, and deregisters what is active', async () => {
    const deployer = batch.holds({
      definitions: [
        definition(name, { jobDefinitionArn: 'arn:new' }),
        definition(name, { jobDefinitionArn: 'arn:old', status: 'INACTIVE' }),
      ],
      jobs: [
        ...['SUCCEEDED', 'FAILED', 'RUNNING', 'RUNNABLE'].map((status, index) =>
          job(`j-${index}`, { status: status as never, createdAt: index, jobDefinition: `arn:${name}:1` }),
        ),
        job('other', { jobDefinition: 'arn:toscanini-d2-1:1' }),
      ],
    });
    await deployer.destroy(name);
    expect(batch.asked('terminatejob').map(({ jobId }) => jobId)).toEqual(['j-3', 'j-2']);
    expect(batch.asked('deregisterjobdefinition')).toEqual([{ jobDefinition: 'arn:new' }]);
  });

  it('goes back in time, and among jobs of the same time by their names', async () => {
    const at = (jobId: string, createdAt?: number) =>
      job(jobId, { createdAt, jobDefinition: `arn:${name}:1` } as never);
    const jobs = [at('c', 3), at('b', 7), at('d', 3), at('a', 3), at('e', 5), at('new')];
    await batch.holds({ definitions: [definition(name)], jobs }).destroy(name);
    expect(batch.asked('terminatejob').map(({ jobId }) => jobId)).toEqual(['b', 'e', 'd', 'c', 'a', 'new']);
  });

  it('of nothing is done', async () => {
    await batch.holds({}).destroy(name);
    expect(batch.calls.map((call) => call.name)).toEqual(['describejobdefinitions']);
  });
});

describe('a list of infrastructures', () => {
  const own = { 'toscanini:infrastructure': 'toscanini-d2-1' };
  const definitions = [
    definition(name),
    definition(name, { jobDefinitionArn: 'arn:second' }),
    definition('toscanini-d2-1', { tags: own, status: 'INACTIVE' }),
    definition('somebody-elses', { tags: own }),
    ...[{}, undefined].map((tags) => definition('without-tags', { tags } as never)),
    { status: 'ACTIVE' },
  ];

  it('has each that stands once, and nothing of somebody else', async () => {
    expect(await batch.holds({ definitions }).list()).toEqual([name]);
  });

  it('gives those that are asked for their names, and leaves out what is gone', async () => {
    expect([...(await batch.holds({ definitions }).names([name, 'toscanini-d2-1']))]).toEqual([[name, name]]);
  });
});

describe('what a job cannot', () => {
  it.each([
    ['updated', (of: ReturnType<typeof batch.holds>) => of.update(name, chain())],
    ['altered', (of: ReturnType<typeof batch.holds>) => of.alter(name, 'a', chain())],
    ['started or stopped', (of: ReturnType<typeof batch.holds>) => of.operate(name, 'a', 'stop')],
  ])('is to be %s, and one that is gone is gone', async (what, call) => {
    const deployer = batch.holds({ definitions: [definition(name)] });
    await expect(call(deployer)).rejects.toThrow(`a job cannot be ${what}: it runs once, as it was submitted`);
    await expect(call(batch.holds({}))).rejects.toMatchObject({ name: 'NotFoundError' });
  });

  it('is to free anything; the release of what is gone says so', async () => {
    expect(await batch.holds({ definitions: [definition(name)] }).release(name, [])).toBeUndefined();
    await expect(batch.holds({}).release(name, [])).rejects.toMatchObject({ name: 'NotFoundError' });
  });

  it('is to have nodes or software beside it', async () => {
    const deployer = batch.holds({});
    expect(await deployer.nodes(name)).toEqual([]);
    expect(await deployer.configure(name, {} as never)).toEqual({ is: 'done' });
  });
});

describe('a machine of jobs', () => {
  it('is a job of this infrastructure, whoever asks for it', async () => {
    const foreign = job('b', { tags: { 'toscanini:infrastructure': 'toscanini-9-1' } });
    const deployer = batch.holds({ jobs: [job('a'), foreign, job('c', { tags: {} }), { jobId: 'd' }] });
    const machines = await deployer.virtualMachines('toscanini-1-1', ['a', 'b', 'c', 'd']);
    expect(machines).toMatchObject([
      { id: 'a', node: 'a', resourceId: 'resource-a', state: 'running', properties: [] },
    ]);
  });
});
