/** Jobs of the sandbox: what becomes of them by their clock, their retries, their machines and a restart. */

import { Batch } from '@aws-sdk/client-batch';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { home, startBench } from './bench.ts';

describe('jobs of the sandbox', () => {
  let aws: Awaited<ReturnType<typeof startBench>>;
  let batch: Batch;
  beforeEach(async () => {
    aws = await startBench();
    batch = new Batch({ region: 'eu-west-1', credentials: home, endpoint: aws.url, maxAttempts: 1 });
  });
  afterEach(() => aws.stop());

  const submit = async (command: string, more: object = {}, place: object = {}): Promise<string> => {
    const { jobDefinitionArn } = await batch.registerJobDefinition({
      jobDefinitionName: 'one',
      type: 'container',
      platformCapabilities: ['FARGATE'],
      containerProperties: {
        image: 'busybox',
        command: ['/bin/sh', '-c', command],
        executionRoleArn: 'arn:aws:iam::111111111111:role/x',
        resourceRequirements: [
          { type: 'VCPU', value: '0.25' },
          { type: 'MEMORY', value: '512' },
        ],
      },
      ...more,
    });
    const asked = { jobName: 'one', jobQueue: 'toscanini-jobs', jobDefinition: jobDefinitionArn, ...place };
    return (await batch.submitJob(asked)).jobId ?? '';
  };
  const read = async (id: string) => (await batch.describeJobs({ jobs: [id] })).jobs?.[0];
  /** Lets half a minute go by, so that what waits may start, and waits for what really runs. */
  const turn = async (id: string, seconds = 30) => {
    aws.pass(seconds);
    await read(id);
    await aws.idle();
    return read(id);
  };
  const ended = async (id: string) => {
    for (let look = 0; look < 10; look += 1) {
      const job = await turn(id);
      if (job?.status === 'SUCCEEDED' || job?.status === 'FAILED') return job;
    }
    throw new Error('it has not ended');
  };

  it('wait, start and end by the clock', async () => {
    const id = await submit('true');
    expect(await read(id)).toMatchObject({ status: 'SUBMITTED' });
    aws.pass(2);
    expect(await read(id)).toMatchObject({ status: 'RUNNABLE' });
    aws.pass(6);
    expect(await read(id)).toMatchObject({ status: 'STARTING' });
    expect(await ended(id)).toMatchObject({ status: 'SUCCEEDED', container: { exitCode: 0 } });
  });

  it('are tried again as often as their definition says', async () => {
    const id = await submit('exit 4', { retryStrategy: { attempts: 3 } });
    const job = await ended(id);
    expect(job).toMatchObject({ status: 'FAILED', container: { exitCode: 4 } });
    expect(job.attempts).toHaveLength(3);
  });

  it('are tried again after a lost machine only, where the definition says so', async () => {
    const evaluateOnExit = [
      { onStatusReason: 'Your Spot Task was interrupted*', action: 'RETRY' },
      { onReason: '*', action: 'EXIT' },
    ];
    const retryStrategy = { attempts: 3, evaluateOnExit };
    expect((await ended(await submit('exit 4', { retryStrategy }))).attempts).toHaveLength(1);
    await aws.setFaults({ job: 'host-lost', times: 1 });
    const lost = await submit('[ "$AWS_BATCH_JOB_ATTEMPT" = 2 ] || sleep 60', { retryStrategy });
    aws.pass(30);
    await read(lost);
    await read(lost);
    expect((await ended(lost)).attempts?.map(({ statusReason }) => statusReason)).toEqual([
      'Your Spot Task was interrupted.',
      'Essential container in task exited',
    ]);
  });

  it('are tried again as the first rule says that fits code, reason and reason of the state', async () => {
    const tries = async (command: string, ...evaluateOnExit: readonly object[]) => {
      const id = await submit(command, { retryStrategy: { attempts: 3, evaluateOnExit } });
      return (await ended(id)).attempts?.length;
    };
    expect(await tries('exit 75', { onExitCode: '75', action: 'exit' })).toBe(1);
    expect(await tries('exit 76', { onExitCode: '75', action: 'EXIT' })).toBe(3);
    expect(await tries('exit 76', { onExitCode: '7*', action: 'EXIT' })).toBe(1);
    expect(
      await tries(
        'exit 76',
        { onExitCode: '7*', onReason: 'Out*', action: 'EXIT' },
        { onReason: '*', action: 'RETRY' },
      ),
    ).toBe(3);
    await aws.setFaults({ job: 'out-of-memory' });
    expect(await tries('true', { onReason: 'OutOfMemoryError*', action: 'EXIT' })).toBe(1);
    await aws.setFaults({ job: 'no-image' });
    expect(await tries('true', { onReason: 'CannotPullContainerError*', action: 'EXIT' })).toBe(1);
    expect(await tries('true', { onStatusReason: 'Task failed to start', action: 'EXIT' })).toBe(1);
    const wrong = { retryStrategy: { attempts: 2, evaluateOnExit: [{ onReason: 'a-b', action: 'RETRY' }] } };
    await expect(submit('true', wrong)).rejects.toThrow('not a valid pattern');
  });

  it('end when their time is over', async () => {
    const id = await submit('sleep 600', { timeout: { attemptDurationSeconds: 60 } });
    aws.pass(30);
    expect(await read(id)).toMatchObject({ status: 'RUNNING' });
    expect(await turn(id, 61)).toMatchObject({
      status: 'FAILED',
      statusReason: 'Job attempt duration exceeded timeout',
    });
  });

  it('of an array each know their place, and the parent ends after all', async () => {
    const id = await submit('exit $((AWS_BATCH_JOB_ARRAY_INDEX == 1))', {}, { arrayProperties: { size: 3 } });
    expect(await ended(id)).toMatchObject({
      status: 'FAILED',
      arrayProperties: { size: 3, statusSummary: { SUCCEEDED: 2, FAILED: 1 } },
    });
  });
});
