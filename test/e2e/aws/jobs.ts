import { Batch, type JobDetail, type RegisterJobDefinitionRequest } from '@aws-sdk/client-batch';
import { linesOf } from '../../../src/adapters/batch/log-events.ts';
import type { Checks } from '../checks.ts';
import { type Account, expect, refusal, settingsOf } from './account.ts';

/** A job queue on Fargate, and the role that starts its containers. */
export interface Queue {
  readonly name: string;
  readonly role: string;
}

/** What the deployer of jobs relies on (docs/jobs.md). It makes six small jobs on Fargate. */
export async function checkJobs(account: Account, checks: Checks, queue: Queue): Promise<void> {
  const batch = new Batch(settingsOf(account.target));
  const name = account.name('jobs');
  const definition = (command: string, more: object = {}): RegisterJobDefinitionRequest => ({
    jobDefinitionName: name,
    type: 'container',
    platformCapabilities: ['FARGATE'],
    containerProperties: {
      image: 'public.ecr.aws/docker/library/busybox:stable',
      command: ['/bin/sh', '-c', command],
      executionRoleArn: queue.role,
      resourceRequirements: [
        { type: 'VCPU', value: '0.25' },
        { type: 'MEMORY', value: '512' },
      ],
      networkConfiguration: { assignPublicIp: 'ENABLED' },
      ...more,
    },
  });
  const register = async (command: string): Promise<string> =>
    (await batch.registerJobDefinition(definition(command))).jobDefinitionArn ?? '';
  const submit = async (jobDefinition: string, more: object = {}): Promise<string> =>
    (await batch.submitJob({ jobName: `${name}-a`, jobQueue: queue.name, jobDefinition, ...more })).jobId ?? '';
  const read = async (id: string): Promise<JobDetail> => {
    const { jobs: [job] = [] } = await batch.describeJobs({ jobs: [id] });
    if (!job) throw new Error(`there is no job ${id}`);
    return job;
  };
  const ended = async (id: string): Promise<JobDetail> => {
    for (const until = Date.now() + account.target.patience * 1_000; Date.now() < until; ) {
      const job = await read(id);
      if (job.status === 'SUCCEEDED' || job.status === 'FAILED') return job;
      await new Promise((resolve) => setTimeout(resolve, account.target.pause));
    }
    throw new Error(`job ${id} has not ended within ${account.target.patience} seconds`);
  };

  let good = '';
  let bad = '';
  await checks.check('RegisterJobDefinition of a name that is there makes its next revision', async () => {
    [good, bad] = [await register('echo hello'), await register('echo oh no; exit 3')];
    expect(good.endsWith(`${name}:1`) && bad.endsWith(`${name}:2`), `${good} ${bad}`);
  });
  await checks.check('a size that Fargate does not have is refused', async () => {
    const size = [
      { type: 'VCPU' as const, value: '0.25' },
      { type: 'MEMORY' as const, value: '8192' },
    ];
    const asked = definition('true', { resourceRequirements: size });
    const { name: error, message } = await refusal(batch.registerJobDefinition(asked));
    expect(error === 'ClientException', `${error}: ${message}`);
  });
  await checks.check('SubmitJob to an unknown queue is refused', async () => {
    const { name: error, message } = await refusal(submit(good, { jobQueue: `${name}-nowhere` }));
    expect(error === 'ClientException', `${error}: ${message}`);
  });
  const ids: string[] = [];
  await checks.check('SubmitJob with the same name twice makes two jobs', async () => {
    ids.push(await submit(good, { parameters: { kept: 'x' } }), await submit(good));
    expect(ids[0] !== ids[1], ids.join());
  });
  await checks.check('DescribeJobs shows the parameters, the size and the platform of a job', async () => {
    const { parameters, container, platformCapabilities } = await read(ids[0] ?? '');
    const memory = container?.resourceRequirements?.find(({ type }) => type === 'MEMORY')?.value;
    expect(parameters?.['kept'] === 'x' && memory === '512', JSON.stringify({ parameters, container }));
    expect(platformCapabilities?.join() === 'FARGATE', `${platformCapabilities}`);
  });
  await checks.check('ListJobs finds the jobs of all revisions by the name of the definition', async () => {
    ids.push(await submit(bad));
    const filters = [{ name: 'JOB_DEFINITION', values: [name] }];
    const { jobSummaryList = [] } = await batch.listJobs({ jobQueue: queue.name, filters });
    const found = jobSummaryList.map(({ jobId }) => jobId).toSorted();
    expect(found.join() === ids.toSorted().join(), found.join());
  });
  await checks.check('a job that succeeded has exit code 0 and a log stream with its output', async () => {
    const { status, container } = await ended(ids[0] ?? '');
    expect(status === 'SUCCEEDED' && container?.exitCode === 0, `${status} ${container?.exitCode}`);
    const { region, endpoint: logsEndpoint } = account.target;
    const lines = await linesOf(
      { batch, once: batch, region, logGroup: '/aws/batch/job', logsEndpoint },
      container?.logStreamName ?? '',
    );
    expect(lines.includes('hello'), lines.join(' | '));
  });
  await checks.check('a job that failed has its exit code, and a reason', async () => {
    const { status, container, statusReason = '' } = await ended(ids[2] ?? '');
    expect(status === 'FAILED' && container?.exitCode === 3, `${status} ${container?.exitCode}`);
    expect(statusReason === 'Essential container in task exited', statusReason);
  });
  await checks.check('a job whose parent failed fails without running', async () => {
    const {
      status,
      startedAt,
      statusReason = '',
    } = await ended(await submit(good, { dependsOn: [{ jobId: ids[2] }] }));
    expect(
      status === 'FAILED' && !startedAt && /^Dependent Job failed/i.test(statusReason),
      `${status} ${statusReason}`,
    );
  });
  await checks.check('TerminateJob ends a job that waits, with its reason', async () => {
    const parent = await submit(await register('sleep 600'));
    const id = await submit(good, { dependsOn: [{ jobId: parent }] });
    for (const jobId of [id, parent]) await batch.terminateJob({ jobId, reason: 'no longer wanted' });
    const { status, statusReason, isTerminated } = await ended(id);
    expect(status === 'FAILED' && statusReason === 'no longer wanted', `${status} ${statusReason} ${isTerminated}`);
    await ended(parent);
  });
  await checks.check('a definition that is deregistered is still described by its name', async () => {
    const { jobDefinitions = [] } = await batch.describeJobDefinitions({ jobDefinitionName: name });
    for (const { jobDefinitionArn } of jobDefinitions)
      await batch.deregisterJobDefinition({ jobDefinition: jobDefinitionArn });
    const after = await batch.describeJobDefinitions({ jobDefinitionName: name });
    const statuses = (after.jobDefinitions ?? []).map(({ status }) => status);
    expect(statuses.length === 3 && statuses.every((one) => one === 'INACTIVE'), statuses.join());
  });
  await checks.check('the revisions of a name go on after it was deregistered', async () => {
    const again = await register('true');
    await batch.deregisterJobDefinition({ jobDefinition: again });
    expect(again.endsWith(`${name}:4`), again);
  });
}
