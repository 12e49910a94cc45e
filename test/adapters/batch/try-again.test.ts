/** Jobs that run out of memory, at the sandbox's AWS: they are tried again with more, once, whoever asks and wherever a process dies. */

import { describe, expect, it } from 'vitest';
import { policy } from '../../../src/adapters/batch/policy.ts';
import type { Deployer } from '../../../src/domain/deployers/ports.ts';
import { own } from '../../domain/batch/translated.ts';
import { growing, name, since, tryingAgain } from './trying-again.ts';

const { aws, batch, deployerNow, submitted, turn, ended, all } = tryingAgain();

describe('a job without memory left', () => {
  it('is tried again with twice as much, until it has enough', async () => {
    await aws().setFaults({ job: 'out-of-memory', below: 2_000 });
    const deployer = await submitted({ count: growing() });
    const { state, due, vms } = await ended(deployer);
    expect(state).toBe('configured');
    expect(await all()).toEqual([
      ['0-0-count', '0.25x512', 'FAILED'],
      ['0-0-count-try2', '0.25x1024', 'FAILED'],
      ['0-0-count-try3', '0.25x2048', 'SUCCEEDED'],
    ]);
    expect(due).toEqual([
      'job count ran out of memory with 512 MiB, and is submitted again with 1024 MiB',
      'job count ran out of memory with 1024 MiB, and is submitted again with 2048 MiB',
    ]);
    const [machine, ...others] = await deployer.virtualMachines(name, Object.keys(vms));
    expect(others).toEqual([]);
    expect(machine).toMatchObject({ resourceId: 'r-count', state: 'configured', job: { state: 'FINISHED' } });
    expect(machine?.job?.['earlier']).toMatchObject([{ memory: 512 }, { memory: 1_024 }]);
    const { happened = [] } = await deployer.status(name);
    expect(happened.map(({ message }) => message)).toContain(
      'job count is in queue toscanini-jobs again, with 2048 MiB',
    );
  });

  it('fails by its own work when it had all that it may get, also with more processors', async () => {
    await aws().setFaults({ job: 'out-of-memory' });
    const { state, reason, blame } = await ended(await submitted({ count: growing() }));
    expect([state, blame]).toEqual(['failed', 'work']);
    expect(reason).toContain(
      '4096 MiB were not enough either, which is all that it may get: give it more (max_mem_size)',
    );
    expect((await all()).map(([, size]) => size)).toEqual(['0.25x512', '0.25x1024', '0.25x2048', '0.5x4096']);
  });

  it('fails at once where it may get no more, and says how it could', async () => {
    await aws().setFaults({ job: 'out-of-memory' });
    const { state, reason } = await ended(await submitted({ count: own() }));
    expect(state).toBe('failed');
    expect(reason).toMatch(/needs more than its 512 MiB: ask for more \(mem_size\), or .* \(max_mem_size\)\)$/);
    expect(await all()).toHaveLength(1);
  });

  it.each([
    ['with another code', 'exit 4'],
    ['with the code of a process that was killed, for another reason', 'exit 137'],
  ])('is not one that fails %s', async (_, command) => {
    const { state } = await ended(await submitted({ count: growing({ command }) }));
    expect(state).toBe('failed');
    expect(await all()).toHaveLength(1);
  });

  it('is not tried with the same memory before, whatever its retries are', async () => {
    await aws().setFaults({ job: 'out-of-memory', below: 600 });
    const { vms } = await ended(await submitted({ count: growing({ retries: 3 }) }));
    expect(Object.keys(vms)).toHaveLength(1);
    const { jobs = [] } = await batch().describeJobs({
      jobs: (await batch().listJobs({ jobQueue: 'toscanini-jobs', jobStatus: 'FAILED' })).jobSummaryList?.map(
        ({ jobId = '' }) => jobId,
      ),
    });
    expect(jobs.map(({ attempts }) => attempts?.length)).toEqual([1]);
  });

  it('takes along the jobs that waited for it, in their order', async () => {
    await aws().setFaults({ job: 'out-of-memory', below: 600 });
    const behind = (dependency: string) => ({ requirements: [{ dependency }] });
    const nodes = {
      one: growing(),
      two: own({ mem_size: '1 GiB' }, behind('one')),
      three: own({ mem_size: '1 GiB' }, behind('two')),
    };
    const { state } = await ended(await submitted(nodes));
    expect(state).toBe('configured');
    expect((await all()).map(([job, , status]) => [job, status])).toEqual([
      ...[
        ['0-0-one', 'FAILED'],
        ['1-0-two', 'FAILED'],
        ['2-0-three', 'FAILED'],
      ],
      ...[
        ['0-0-one-try2', 'SUCCEEDED'],
        ['1-0-two-try2', 'SUCCEEDED'],
        ['2-0-three-try2', 'SUCCEEDED'],
      ],
    ]);
  });

  it('stays as it is where another job has failed for good', async () => {
    await aws().setFaults({ job: 'out-of-memory', below: 600 });
    const nodes = { bad: own({ command: 'exit 3', mem_size: '1 GiB' }), count: growing() };
    const { state, reason } = await ended(await submitted(nodes));
    expect([state, reason]).toEqual(['failed', expect.stringContaining('job bad failed with exit code 3')]);
    expect(await all()).toHaveLength(2);
  });

  it('stays as it is after its deletion', async () => {
    await aws().setFaults({ job: 'out-of-memory' });
    const deployer = await submitted({ count: growing() });
    while ((await deployer.status(name)).due === undefined) await turn();
    await deployer.destroy(name);
    expect(await deployer.configure(name, since)).toEqual({ is: 'done' });
    expect(await all()).toHaveLength(1);
  });
});

describe('an array of which some children had too little memory', () => {
  const array = (more: object = {}) =>
    growing({ array_size: 6, command: 'echo "place $AWS_BATCH_JOB_ARRAY_INDEX"', ...more });
  const outputOf = async (deployer: Deployer) =>
    (await deployer.log(name)).parts.flatMap(({ title, text: said }) =>
      title.includes('try') ? [`${title}${said}`.replaceAll(/sandbox:.*\n/g, '')] : [],
    );

  it('runs these again and no others, each in its own place', async () => {
    await aws().setFaults({ job: 'out-of-memory', below: 600, children: [1, 4, 5] });
    const deployer = await submitted({ count: array() });
    const { state, due } = await ended(deployer);
    expect([state, due.length]).toEqual(['configured', 1]);
    expect((await outputOf(deployer)).toSorted()).toEqual(
      [1, 4, 5].map((place) => `output of job count, child ${place}, try 2:\nplace ${place}`),
    );
  });

  it('runs a single one as a job of its own, and what fails again once more', async () => {
    await aws().setFaults(
      { job: 'out-of-memory', below: 600, children: [2, 5] },
      { job: 'out-of-memory', below: 1_100, children: [1] },
    );
    const deployer = await submitted({ count: array() });
    expect(await ended(deployer)).toMatchObject({ state: 'configured' });
    // of 1, 2 and 5 the second ran out of memory again, and then ran alone
    expect((await all()).map(([job]) => job)).toEqual(['0-0-count', '0-0-count-try2', '0-0-count-try3']);
    expect((await outputOf(deployer)).at(-1)).toMatch(/try 3:\nplace 2$/);
  });

  it('fails where one of them failed for another reason', async () => {
    await aws().setFaults({ job: 'out-of-memory', below: 600, children: [1] });
    const command = '[ "$AWS_BATCH_JOB_ARRAY_INDEX" != 3 ]';
    expect(await ended(await submitted({ count: array({ command }) }))).toMatchObject({ state: 'failed' });
    expect(await all()).toHaveLength(1);
  });
});

describe('two calls at once, and one that dies', () => {
  const failed = async (): Promise<Deployer> => {
    await aws().setFaults({ job: 'out-of-memory', below: 600 });
    const deployer = await submitted({ count: growing() });
    while ((await deployer.status(name)).due === undefined) await turn();
    return deployer;
  };
  const retried = async () => (await all()).filter(([job]) => job?.endsWith('-try2'));

  it('submit it once', async () => {
    await failed();
    await Promise.allSettled(Array.from({ length: 5 }, () => deployerNow().configure(name, since)));
    expect((await retried()).length).toBeLessThanOrEqual(1);
    expect(await ended(deployerNow())).toMatchObject({ state: 'configured' });
    expect(await retried()).toHaveLength(1);
  });

  it.each(['RegisterJobDefinition', 'SubmitJob'])('submit it once, where the answer of %s is lost', async (call) => {
    const deployer = await failed();
    await aws().setFaults({ call, answer: 'lose-after', times: 1 });
    await expect(deployer.configure(name, since)).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
    expect(await ended(deployerNow())).toMatchObject({ state: 'configured' });
    expect(await retried()).toHaveLength(1);
  });

  it('wait, where it was about to be submitted, until the lists would have it', async () => {
    const deployer = await failed();
    await aws().setFaults({ call: 'SubmitJob', answer: 'lose-before', times: 1 });
    await expect(deployer.configure(name, since)).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
    aws().pass(policy.lostCreateSeconds - 1);
    expect(await deployer.configure(name, since)).toEqual({
      is: 'running',
      what: 'job count is being submitted again',
    });
    expect(await retried()).toHaveLength(0);
    aws().pass(1);
    await deployer.configure(name, since);
    expect(await retried()).toHaveLength(1);
  });

  it('say so where AWS refuses the next try, and it is not run elsewhere', async () => {
    const deployer = await failed();
    await aws().setFaults({ call: 'SubmitJob', answer: 'deny' });
    const said = await deployer.configure(name, since);
    expect(said).toMatchObject({
      is: 'failed',
      blame: 'work',
      why: expect.stringMatching(/submitted again with 1024 MiB: AWS refused/),
    });
  });
});
