/** Jobs at the sandbox's AWS that run out of memory, and the deployer that tries them again. */

import { Batch } from '@aws-sdk/client-batch';
import { afterEach, beforeEach } from 'vitest';
import { awsBatch } from '../../../src/adapters/batch/batch.ts';
import { planner } from '../../../src/adapters/batch/planner.ts';
import { translate } from '../../../src/domain/batch/translate.ts';
import type { Deployer } from '../../../src/domain/deployers/ports.ts';
import { own, text } from '../../domain/batch/translated.ts';
import { home, startBench } from '../../local/sandbox/aws/bench.ts';
import { topologyOf } from '../../tosca/fixtures.ts';

export const name = 'toscanini-d1-1';
const offer = {
  ...{ region: 'eu-west-1', queues: [{ name: 'toscanini-jobs' }] },
  executionRoleArn: 'arn:aws:iam::111111111111:role/x',
};

export const since = { since: '2026-01-01T00:00:00Z' };

export const growing = (more: object = {}, rest: object = {}) => own({ max_mem_size: '4 GiB', ...more }, rest);

/** Calls beforeEach: each test has an AWS of its own. */
export const tryingAgain = () => {
  let aws: Awaited<ReturnType<typeof startBench>>;
  let batch: Batch;
  beforeEach(async () => {
    aws = await startBench();
    batch = new Batch({ region: 'eu-west-1', credentials: home, endpoint: aws.url, maxAttempts: 1 });
  });
  afterEach(() => aws.stop());

  const deployerNow = (): Deployer =>
    awsBatch({
      clock: { now: () => new Date(aws.server.world.now()) },
      clients: { endpoint: aws.url, credentials: home, maxAttempts: 1 },
      accountOf: () => ({ region: 'eu-west-1', logGroup: '/aws/batch/job' }),
    })('queue');

  const submitted = async (nodes: { readonly [name: string]: object }): Promise<Deployer> => {
    const made = translate(await topologyOf(text(nodes)), offer);
    if (!made.ok) throw new Error(made.reasons.join());
    const machines = Object.keys(nodes).map((node) => ({ node, resourceId: `r-${node}` }));
    const order = { template: '', inputs: {}, name, edits: [], blueprint: JSON.stringify(made.blueprint) };
    const deployer = deployerNow();
    await deployer.create(planner.plan({ ...order, machines: machines as never }));
    return deployer;
  };

  /** Lets half a minute go by, and what runs then end. */
  const turn = async (): Promise<void> => {
    aws.pass(30);
    await batch.describeJobs({ jobs: ['none'] });
    await aws.idle();
  };

  /** Polls as the lifecycle does. */
  const poll = async (deployer: Deployer) => {
    const status = await deployer.status(name);
    if (status.due !== undefined) await deployer.configure(name, since);
    return status;
  };
  const ended = async (deployer: Deployer) => {
    const due: string[] = [];
    for (let look = 0; look < 30; look += 1) {
      const status = await poll(deployer);
      if (status.due !== undefined) due.push(status.due);
      else if (status.state === 'failed' || status.state === 'configured') return { ...status, due };
      await turn();
    }
    throw new Error('it has not ended');
  };

  /** All that were ever submitted, oldest first: name, memory, status. */
  const all = async () => {
    const { jobSummaryList = [] } = await batch.listJobs({
      jobQueue: 'toscanini-jobs',
      filters: [{ name: 'JOB_DEFINITION', values: [name] }],
    });
    const { jobs = [] } = await batch.describeJobs({ jobs: jobSummaryList.map(({ jobId = '' }) => jobId) });
    return jobs
      .toReversed()
      .toSorted((a, b) => (a.createdAt ?? 0) - (b.createdAt ?? 0))
      .map(({ jobName = '', container, status }) => [
        jobName.replace(`${name}-`, ''),
        container?.resourceRequirements?.map(({ value }) => value).join('x'),
        status,
      ]);
  };
  return { aws: () => aws, batch: () => batch, deployerNow, submitted, turn, ended, all };
};
