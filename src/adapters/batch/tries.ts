/** Which of an infrastructure's jobs count, and which of them are tried again with more memory (docs/decisions/0084). */

import { type JobDetail, ListJobsCommand } from '@aws-sdk/client-batch';
import { childrenOfText, childrenText, childrenVariable, moreMemory } from '../../domain/batch/more-memory.ts';
import type { RequestedSize } from '../../domain/deployers/fargate.ts';
import { ProviderUnavailableError } from '../../foundation/errors.ts';
import { answering } from '../aws/errors.ts';
import { allPages } from '../aws/pages.ts';
import { mostMemoryKey } from './definition.ts';
import { tagKeys } from './jobs.ts';
import type { Session } from './session.ts';

/** The parameter that counts the submissions of a job, from 1; absent: 1. */
export const tryKey = 'toscanini-try';

/** The parameter with what ran before, as JSON. */
export const earlierKey = 'toscanini-earlier';

export const tryOf = ({ parameters }: Pick<JobDetail, 'parameters'>): number => Number(parameters?.[tryKey] ?? 1);

export const resourceOf = ({ tags, jobId = '' }: JobDetail): string => tags?.[tagKeys.resource] ?? jobId;

/** The last submission of each job: it alone says how the job is. */
export const currentOf = (jobs: readonly JobDetail[]): readonly JobDetail[] => {
  const last = new Map<string, JobDetail>();
  for (const job of jobs) {
    const before = last.get(resourceOf(job));
    if (before === undefined || tryOf(before) < tryOf(job)) last.set(resourceOf(job), job);
  }
  return jobs.filter((job) => last.get(resourceOf(job)) === job || job.tags?.[tagKeys.resource] === undefined);
};

/** Why its last container ended or did not start, in Batch's words. */
export const containerReason = ({ container, attempts = [] }: JobDetail): string | undefined =>
  container?.reason ?? attempts.at(-1)?.container?.reason;

/**
 * Only ECS says so: exit code 137 is that of any process that was killed, and a container that ran out of memory may end with
 * another code. Agents write "container" or "Container".
 */
export const isOutOfMemory = (reason: string | undefined): boolean =>
  /^OutOfMemoryError: container killed/i.test(reason ?? '');

/** A job that never ran: one before it failed. */
export const isDependent = ({ statusReason = '' }: JobDetail): boolean => /^Dependent Job failed/i.test(statusReason);

/** MiB */
export const memoryOf = (job: JobDetail): number => sizeOf(job).memory;

const sizeOf = ({ container }: JobDetail): RequestedSize => {
  const amounts = new Map((container?.resourceRequirements ?? []).map(({ type, value }) => [type, Number(value)]));
  return { cpus: amounts.get('VCPU') ?? 0, memory: amounts.get('MEMORY') ?? 0 };
};

/** The children of the first array that a job runs; undefined: all, or it is no array. */
const childrenIn = ({ container }: JobDetail): readonly number[] | undefined => {
  const text = container?.environment?.find(({ name }) => name === childrenVariable)?.value;
  return text === undefined ? undefined : childrenOfText(text);
};

/** The place of a child in the first array, from 0; undefined: it is no child. */
export const placeOf = (job: JobDetail): number | undefined => {
  const { index } = job.arrayProperties ?? {};
  return index === undefined ? undefined : (childrenIn(job)?.[index] ?? index);
};

/** A job that is submitted again. */
export interface NextTry {
  readonly job: JobDetail;
  /** absent: it never ran, and waits for one that is tried again */
  readonly size?: RequestedSize;
  /** of an array: which of the first one's children run again, and how many they are */
  readonly children?: { readonly text: string; readonly count: number };
}

/** The jobs that are submitted again; undefined: one has failed for good. Asks Batch only where an array ran out of memory. */
export const nextTries = async (
  session: Session,
  all: readonly JobDetail[],
): Promise<readonly NextTry[] | undefined> => {
  const current = currentOf(all);
  const failed = current.filter(({ status }) => status === 'FAILED');
  const ran = await Promise.all(failed.filter((job) => !isDependent(job)).map((job) => withMore(session, job)));
  if (!ran.every((one) => one !== undefined)) return undefined;
  const again = new Set(ran.map(({ job }) => job.jobId));
  const waiting = failed.filter(isDependent);
  const last = new Set(current.map(({ jobId }) => jobId));
  for (let grows = true; grows; ) {
    const more = waiting.filter(({ jobId, dependsOn = [] }) => {
      const wanted = dependsOn.some((one) => !last.has(one.jobId) || again.has(one.jobId));
      return wanted && !again.has(jobId);
    });
    for (const { jobId } of more) again.add(jobId);
    grows = more.length > 0;
  }
  return waiting.every(({ jobId }) => again.has(jobId)) ? [...ran, ...waiting.map((job) => ({ job }))] : undefined;
};

const withMore = async (session: Session, job: JobDetail): Promise<NextTry | undefined> => {
  const most = Number(job.parameters?.[mostMemoryKey] ?? 0);
  const platform = job.platformCapabilities?.includes('FARGATE') ? 'FARGATE' : 'EC2';
  const had = sizeOf(job);
  const size = had.memory > 0 ? moreMemory(had, most, platform) : undefined;
  if (size === undefined || job.isTerminated === true) return undefined;
  if (job.arrayProperties?.size === undefined) return isOutOfMemory(containerReason(job)) ? { job, size } : undefined;
  const places = await failedWithoutMemory(session, job);
  const text = places && childrenText(places);
  return places && text !== undefined ? { job, size, children: { text, count: places.length } } : undefined;
};

/** Places in the first array, ascending; undefined: a child failed for another reason, or none did. */
const failedWithoutMemory = async (session: Session, job: JobDetail): Promise<readonly number[] | undefined> => {
  const failed = await allPages('the children of a job', async (nextToken) => {
    const request = { arrayJobId: job.jobId, jobStatus: 'FAILED' as const, ...(nextToken && { nextToken }) };
    const answer = await answering('stack', () => session.batch.send(new ListJobsCommand(request)));
    return { items: answer.jobSummaryList, next: answer.nextToken };
  });
  const { size = 0, statusSummary } = job.arrayProperties ?? {};
  // one that is left out would never run again
  if (failed.length + (statusSummary?.['SUCCEEDED'] ?? 0) < size)
    throw new ProviderUnavailableError('AWS Batch does not yet list all children of an array that has ended');
  const all = childrenIn(job);
  const places = failed.flatMap(({ container, arrayProperties }) => {
    const { index } = arrayProperties ?? {};
    return index === undefined || !isOutOfMemory(container?.reason) ? [] : [all?.[index] ?? index];
  });
  return places.length === 0 || places.length < failed.length ? undefined : places.toSorted((a, b) => a - b);
};
