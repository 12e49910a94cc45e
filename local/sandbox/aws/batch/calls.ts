/** AWS Batch: definitions, jobs and queues. */

import { randomUUID } from 'node:crypto';
import { type Action, type Actions, bags, type Call, page, required, text, texts } from '../calls/call.ts';
import { type Bag, bagsOf, isBag, textOf, textsOf } from '../protocol/json.ts';
import { AwsRefusal, unsupported } from '../protocol/refusal.ts';
import type { Tree } from '../protocol/xml.ts';
import { checkDefinition } from './check-definition.ts';
import { type JobDefinition, queues, type SandboxJob } from './job.ts';
import { advanceJobs, dueAfter, jobsOf, terminate } from './progress.ts';
import { queueArn } from './queue-arn.ts';
import { definitionView, detailOf, summaryOf } from './views.ts';

const refused = (message: string): AwsRefusal => new AwsRefusal('ClientException', message);

/** Each call first lets time go by. */
const action = (accepts: readonly string[], handle: (call: Call) => Tree): Action => ({
  accepts,
  handle: (call) => {
    advanceJobs(call.world, call.place);
    try {
      return handle(call);
    } finally {
      call.world.saveJobs();
    }
  },
});

const mapOf = ({ params }: Call, name: string): { [key: string]: string } => {
  const value = params[name];
  return isBag(value) ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, textOf(one) ?? ''])) : {};
};

const queueOf = ({ world, place }: Call, given: string): (typeof queues)[number] => {
  const found = queues.find(({ name }) => name === given || queueArn(place, name) === given);
  if (!found || world.faults.onJob('queue-gone', place, found.name))
    throw refused(`Job queue ${given} does not exist.`);
  return found;
};

const definitionsIn = ({ place }: Call): readonly JobDefinition[] => Object.values(place.definitions ?? {});

const registerJobDefinition = (call: Call): Tree => {
  const { world, place, params } = call;
  const name = required(call, 'jobDefinitionName');
  if (!/^[A-Za-z0-9][\w-]{0,127}$/.test(name))
    throw refused('Error executing request, Exception : Job definition name should match valid pattern');
  checkDefinition(params);
  const revision = definitionsIn(call).filter((one) => one.name === name).length + 1;
  const arn = `arn:aws:batch:${place.region}:${place.account}:job-definition/${name}:${revision}`;
  const definition: JobDefinition = { name, arn, revision, given: params, status: 'ACTIVE' };
  place.definitions ??= {};
  place.definitions[arn] = definition;
  world.changed(place, definition);
  return { jobDefinitionName: name, jobDefinitionArn: arn, revision };
};

const definitionFor = (call: Call, given: string): JobDefinition => {
  const all = definitionsIn(call).filter(({ status }) => status === 'ACTIVE');
  const found =
    all.find(({ arn }) => arn === given) ??
    all.findLast(({ name, revision }) => [name, `${name}:${revision}`].includes(given));
  if (!found) throw refused(`JobDefinition ${given} is not found or is not ACTIVE`);
  return found;
};

const submitJob = (call: Call): Tree => {
  const { world, place } = call;
  const name = required(call, 'jobName');
  if (!/^[A-Za-z0-9][\w-]{0,127}$/.test(name)) throw refused('Job name should match valid pattern');
  const queue = queueOf(call, required(call, 'jobQueue'));
  const definition = definitionFor(call, required(call, 'jobDefinition'));
  const platforms = textsOf(definition.given['platformCapabilities']);
  if (platforms.length > 0 && !platforms.includes(queue.platform))
    throw refused(`Job queue ${queue.name} is not compatible with the platform capabilities of ${definition.arn}.`);
  const dependsOn = bags(call, 'dependsOn').flatMap((one) => textOf(one['jobId']) ?? []);
  if (dependsOn.length > 20) throw refused('A job may depend on up to 20 jobs.');
  const missing = dependsOn.find((id) => place.jobs?.[id] === undefined);
  if (missing !== undefined) throw refused(`Job ${missing} in dependsOn does not exist.`);
  const array = call.params['arrayProperties'];
  const size = isBag(array) ? Number(array['size']) : undefined;
  if (size !== undefined && !(size >= 2 && size <= 10_000)) throw refused('Array size must be between 2 and 10,000.');
  const id = randomUUID();
  const common = {
    queue: queue.name,
    definition: definition.arn,
    tags: mapOf(call, 'tags'),
    parameters: mapOf(call, 'parameters'),
    createdAt: world.now(),
    status: 'SUBMITTED' as const,
    dueAt: dueAfter(world, 'SUBMITTED'),
  };
  const made = (jobId: string, more: Partial<SandboxJob>): SandboxJob => ({
    ...common,
    id: jobId,
    arn: `arn:aws:batch:${place.region}:${place.account}:job/${jobId}`,
    name,
    dependsOn,
    attempts: [],
    ...more,
  });
  const children = Array.from({ length: size ?? 0 }, (_, index) => made(`${id}:${index}`, { parent: id, index }));
  const jobs = [made(id, size === undefined ? {} : { size }), ...children];
  place.jobs ??= {};
  for (const job of jobs) {
    place.jobs[job.id] = job;
    world.changed(place, job);
  }
  return { jobName: name, jobId: id, jobArn: `arn:aws:batch:${place.region}:${place.account}:job/${id}` };
};

const fits = (job: SandboxJob, filters: readonly Bag[]): boolean =>
  filters.every((filter) => {
    const values = textsOf(filter['values']);
    const name = textOf(filter['name']);
    const matches = (own: string) =>
      values.some((value) => (value.endsWith('*') ? own.startsWith(value.slice(0, -1)) : own === value));
    if (name === 'JOB_NAME') return matches(job.name);
    if (name !== 'JOB_DEFINITION') throw unsupported(`the filter ${name} of ListJobs`);
    const [, definition = ''] = /job-definition\/([^:]+)/.exec(job.definition) ?? [];
    return values.includes(job.definition) || matches(definition);
  });

const listJobs = (call: Call): Tree => {
  const { place } = call;
  const parent = text(call, 'arrayJobId');
  const filters = bagsOf(call.params['filters']);
  const status = text(call, 'jobStatus') ?? (filters.length > 0 || parent !== undefined ? undefined : 'RUNNING');
  const queue = parent === undefined ? queueOf(call, required(call, 'jobQueue')).name : undefined;
  const all = jobsOf(place)
    .filter((job) => (parent === undefined ? job.queue === queue && job.parent === undefined : job.parent === parent))
    .filter((job) => (filters.length > 0 ? fits(job, filters) : status === undefined || job.status === status))
    .toReversed();
  const { items, next } = page(all, text(call, 'nextToken'), Number(text(call, 'maxResults') ?? 100));
  return { jobSummaryList: items.map(summaryOf), nextToken: next };
};

const describeJobs = (call: Call): Tree => {
  const ids = texts(call, 'jobs');
  if (ids.length > 100) throw refused('jobs may have up to 100 entries');
  return { jobs: ids.flatMap((id) => call.place.jobs?.[id] ?? []).map((job) => detailOf(call.place, job)) };
};

const terminateJob = (call: Call): Tree => {
  const job = call.place.jobs?.[required(call, 'jobId')];
  const reason = required(call, 'reason');
  if (!job) return {};
  if (call.world.faults.onJob('refuse-end', call.place, job.queue)) throw refused('Job cannot be terminated.');
  terminate(call, job, reason);
  return {};
};

const describeJobDefinitions = (call: Call): Tree => {
  const [name, status, arns] = [text(call, 'jobDefinitionName'), text(call, 'status'), texts(call, 'jobDefinitions')];
  const all = definitionsIn(call).filter(
    (one) =>
      (name === undefined || one.name === name) &&
      (status === undefined || one.status === status) &&
      (arns.length === 0 || arns.includes(one.arn)),
  );
  const { items, next } = page(all, text(call, 'nextToken'), Number(text(call, 'maxResults') ?? 100));
  return { jobDefinitions: items.map(definitionView), nextToken: next };
};

const describeJobQueues = (call: Call): Tree => {
  const wanted = texts(call, 'jobQueues');
  const all = queues.filter(
    ({ name }) => wanted.length === 0 || wanted.some((one) => one === name || one === queueArn(call.place, name)),
  );
  return {
    jobQueues: all.map(({ name }) => ({
      jobQueueName: name,
      jobQueueArn: queueArn(call.place, name),
      state: 'ENABLED',
      status: 'VALID',
      priority: 1,
      computeEnvironmentOrder: [],
    })),
  };
};

export const batchActions: Actions = {
  RegisterJobDefinition: action(
    [
      'jobDefinitionName',
      'type',
      'parameters',
      'containerProperties',
      'retryStrategy',
      'propagateTags',
      'timeout',
      'tags',
      'platformCapabilities',
    ],
    registerJobDefinition,
  ),
  DeregisterJobDefinition: action(['jobDefinition'], (call) => {
    const found = call.place.definitions?.[required(call, 'jobDefinition')];
    if (queues.some(({ name }) => call.world.faults.onJob('refuse-end', call.place, name)))
      throw refused('JobDefinition cannot be deregistered.');
    if (found) {
      found.status = 'INACTIVE';
      call.world.changed(call.place, found);
    }
    return {};
  }),
  DescribeJobDefinitions: action(
    ['jobDefinitions', 'jobDefinitionName', 'status', 'maxResults', 'nextToken'],
    describeJobDefinitions,
  ),
  DescribeJobQueues: action(['jobQueues', 'maxResults', 'nextToken'], describeJobQueues),
  SubmitJob: action(
    ['jobName', 'jobQueue', 'jobDefinition', 'dependsOn', 'arrayProperties', 'tags', 'propagateTags', 'parameters'],
    submitJob,
  ),
  ListJobs: action(['jobQueue', 'arrayJobId', 'jobStatus', 'filters', 'maxResults', 'nextToken'], listJobs),
  DescribeJobs: action(['jobs'], describeJobs),
  TerminateJob: action(['jobId', 'reason'], terminateJob),
};
