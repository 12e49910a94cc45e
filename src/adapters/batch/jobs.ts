import {
  DescribeJobDefinitionsCommand,
  DescribeJobsCommand,
  type JobDefinition,
  type JobDetail,
  ListJobsCommand,
} from '@aws-sdk/client-batch';
import { ProviderFailedError } from '../../foundation/errors.ts';
import { answering, given } from '../aws/errors.ts';
import { allPages } from '../aws/pages.ts';
import type { Session } from './session.ts';

/** Tags of a definition and of its job. Rights are limited to resources with the first one. */
export const tagKeys = {
  infrastructure: 'toscanini:infrastructure',
  deployment: 'toscanini:deployment',
  node: 'toscanini:node',
  resource: 'toscanini:resource',
  queue: 'toscanini:queue',
} as const;

const fromTag = (text: string): string =>
  text.replace(/=([0-9a-f]+);/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

/** All definitions of one infrastructure: those that are deregistered too, for 180 days. */
export const definitionsOf = (session: Session, name: string): Promise<readonly JobDefinition[]> =>
  definitions(session, { jobDefinitionName: name });

/** The definitions of every infrastructure that still exists. */
export const activeDefinitions = async (session: Session): Promise<readonly JobDefinition[]> => {
  const all = await definitions(session, { status: 'ACTIVE' });
  return all.filter(({ tags, jobDefinitionName }) => tags?.[tagKeys.infrastructure] === jobDefinitionName);
};

const definitions = (
  { batch }: Session,
  filter: { readonly jobDefinitionName?: string; readonly status?: string },
): Promise<readonly JobDefinition[]> =>
  allPages('a list of definitions of jobs', async (nextToken) => {
    const page = { ...filter, maxResults: 100, ...(nextToken && { nextToken }) };
    const answer = await answering('stack', () => batch.send(new DescribeJobDefinitionsCommand(page)));
    return { items: answer.jobDefinitions, next: answer.nextToken };
  });

export const isActive = ({ status }: JobDefinition): boolean => status === 'ACTIVE';

/** A job that Batch has not ended. */
export const isUnfinished = ({ status }: Pick<JobDetail, 'status'>): boolean =>
  status !== 'SUCCEEDED' && status !== 'FAILED';

/** The queues that the jobs of an infrastructure went to, as its definitions say: the configuration may have changed. */
export const queuesOf = (all: readonly JobDefinition[]): readonly string[] => [
  ...new Set(all.flatMap(({ tags }) => fromTag(tags?.[tagKeys.queue] ?? '') || [])),
];

/** The jobs of one infrastructure, oldest first, and which of the queues do not exist any more. */
export const jobsIn = async (session: Session, name: string, queues: readonly string[]) => {
  const perQueue = await Promise.all(queues.map(async (queue) => ({ queue, ids: await idsIn(session, name, queue) })));
  const jobs = await described(
    session,
    perQueue.flatMap(({ ids }) => ids ?? []),
  );
  return {
    jobs: jobs.toSorted(
      (a, b) => (a.createdAt ?? 0) - (b.createdAt ?? 0) || (a.jobName ?? '').localeCompare(b.jobName ?? ''),
    ),
    goneQueues: perQueue.flatMap(({ queue, ids }) => (ids === undefined ? [queue] : [])),
  };
};

/** undefined: there is no such queue */
const idsIn = async ({ batch }: Session, name: string, jobQueue: string): Promise<readonly string[] | undefined> => {
  const filters = [{ name: 'JOB_DEFINITION', values: [name] }];
  try {
    const jobs = await allPages('a list of jobs', async (nextToken) => {
      const request = { jobQueue, filters, ...(nextToken && { nextToken }) };
      const answer = await answering('stack', () => batch.send(new ListJobsCommand(request)));
      return { items: answer.jobSummaryList, next: answer.nextToken };
    });
    return jobs.flatMap(({ jobId }) => jobId ?? []);
  } catch (error) {
    if (error instanceof ProviderFailedError && isMissingQueue(error.message)) return undefined;
    throw error;
  }
};

const isMissingQueue = (said: string): boolean => /queue\b/i.test(said) && /does not exist|not found/i.test(said);

/** Ids in a call of DescribeJobs. */
const atOnce = 100;

export const described = async ({ batch }: Session, ids: readonly string[]): Promise<readonly JobDetail[]> => {
  const found: JobDetail[] = [];
  for (let from = 0; from < ids.length; from += atOnce) {
    const request = { jobs: ids.slice(from, from + atOnce) };
    const answer = await answering('stack', () => batch.send(new DescribeJobsCommand(request)));
    found.push(...given(answer.jobs, 'the jobs'));
  }
  return found;
};

/** Children of an array that are shown: those that failed first. */
const mostChildren = 3;
const shownFirst = ['FAILED', 'RUNNING', 'SUCCEEDED'] as const;

/** Some of the children of an array, which are what has exit codes and output; none for any other job. */
export const childrenOf = async (session: Session, job: JobDetail): Promise<readonly JobDetail[]> => {
  const { jobId: arrayJobId, arrayProperties: { statusSummary = {} } = {} } = job;
  const ids: string[] = [];
  for (const jobStatus of shownFirst) {
    const maxResults = mostChildren - ids.length;
    if (maxResults === 0 || (statusSummary[jobStatus] ?? 0) === 0) continue;
    const request = { arrayJobId, jobStatus, maxResults };
    const answer = await answering('stack', () => session.batch.send(new ListJobsCommand(request)));
    ids.push(...given(answer.jobSummaryList, 'the children of a job').flatMap((child) => child.jobId ?? []));
  }
  return described(session, ids);
};

export const nodeOf = ({ tags }: JobDetail): string => fromTag(tags?.[tagKeys.node] ?? '');

export const queueNameOf = ({ jobQueue = '' }: JobDetail): string => jobQueue.split('/').at(-1) ?? jobQueue;
