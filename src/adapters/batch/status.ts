import type { JobDetail } from '@aws-sdk/client-batch';
import type { InfrastructureState, InfrastructureStatus, JobEvent } from '../../domain/deployers/machines.ts';
import { NotFoundError } from '../../foundation/errors.ts';
import { childrenOf, definitionsOf, indexOf, isActive, isUnfinished, jobsIn, nodeOf, queuesOf } from './jobs.ts';
import type { Session } from './session.ts';

export interface Found {
  readonly jobs: readonly JobDetail[];
  readonly isDeleted: boolean;
  readonly parameters: { readonly [name: string]: string };
}

/** The jobs of an infrastructure. NotFoundError when there is none, or when it was destroyed and all of it has ended. */
export const found = async (session: Session, name: string): Promise<Found> => {
  const definitions = await definitionsOf(session, name);
  const jobs = definitions.length === 0 ? [] : await jobsIn(session, name, queuesOf(definitions));
  const isDeleted = !definitions.some(isActive);
  if (isDeleted && !jobs.some(isUnfinished)) throw new NotFoundError(`there are no jobs of ${name}`);
  return { jobs, isDeleted, parameters: definitions[0]?.parameters ?? {} };
};

const states: { readonly [status: string]: InfrastructureState } = {
  SUBMITTED: 'pending',
  PENDING: 'pending',
  RUNNABLE: 'pending',
  STARTING: 'running',
  RUNNING: 'running',
  SUCCEEDED: 'configured',
  FAILED: 'failed',
};

export const stateOf = ({ status }: Pick<JobDetail, 'status'>): InfrastructureState =>
  states[status ?? ''] ?? 'unknown';

export const statusOf = async (session: Session, name: string): Promise<InfrastructureStatus> => {
  const { jobs, isDeleted } = await found(session, name);
  const vms = Object.fromEntries(jobs.map((job) => [job.jobId ?? '', stateOf(job)]));
  const failed = firstFailure(jobs);
  return {
    state: isDeleted ? 'deleting' : wholeState(jobs),
    vms,
    happened: eventsOf(jobs),
    ...(failed && {
      reason: await failureWithChild(session, failed),
      ...(isWorks(failed) && { blame: 'work' as const }),
    }),
  };
};

const wholeState = (jobs: readonly JobDetail[]): InfrastructureState => {
  if (jobs.length === 0) return 'pending';
  const all = jobs.map(stateOf);
  if (all.includes('failed')) return 'failed';
  return all.every((one) => one === 'configured') ? 'configured' : 'running';
};

/** Not a job that failed only because one that it waited for did. */
const firstFailure = (jobs: readonly JobDetail[]): JobDetail | undefined => {
  const failed = jobs.filter(({ status }) => status === 'FAILED');
  return failed.find(({ statusReason = '' }) => !/^Dependent Job failed/i.test(statusReason)) ?? failed[0];
};

export const exitCodeOf = ({ container, attempts = [] }: JobDetail): number | undefined =>
  container?.exitCode ?? attempts.at(-1)?.container?.exitCode;

export const failureOf = (job: JobDetail): string => {
  const code = exitCodeOf(job);
  const last = job.attempts?.at(-1);
  const why = [job.statusReason, job.container?.reason ?? last?.container?.reason].filter((one) => one !== undefined);
  const tries = (job.attempts?.length ?? 0) > 1 ? ` after ${job.attempts?.length} attempts` : '';
  const exit = code === undefined ? '' : ` with exit code ${code}`;
  const size = job.arrayProperties?.statusSummary?.['FAILED'];
  const children = size === undefined ? '' : ` (${size} of ${job.arrayProperties?.size} children failed)`;
  return `job ${nodeOf(job)} failed${exit}${tries}${children}: ${[...new Set(why)].join('; ') || 'Batch gives no reason'}`;
};

/** An array has no exit code and no output: its first child that failed says why. */
const failureWithChild = async (session: Session, job: JobDetail): Promise<string> => {
  const child = (await childrenOf(session, job)).find(({ status }) => status === 'FAILED');
  return child === undefined ? failureOf(job) : `${failureOf(job)}; child ${indexOf(child)}: ${failureOf(child)}`;
};

/**
 * Whether the work failed, as it would anywhere: its container has run and has ended by itself, or ran out of its time.
 * An image that cannot be pulled or started, a machine that was lost and a queue that is gone are the provider's fault.
 */
const isWorks = (job: JobDetail): boolean => {
  const { statusReason = '' } = job;
  if (/exceeded timeout/i.test(statusReason)) return true;
  if (providers.test(`${statusReason} ${job.container?.reason ?? ''}`)) return false;
  return exitCodeOf(job) !== undefined || job.arrayProperties?.statusSummary !== undefined;
};

const providers =
  /exec format error|CannotPullContainer|CannotStartContainer|CannotCreateContainer|ResourceInitialization|Host EC2|OutOfMemoryError: Host|platform/i;

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** What has happened to the jobs, oldest first. */
export const eventsOf = (jobs: readonly JobDetail[]): readonly JobEvent[] =>
  jobs.flatMap(ofJob).toSorted((a, b) => a.at.localeCompare(b.at));

const ofJob = (job: JobDetail): readonly JobEvent[] => {
  const { jobId = '', createdAt, startedAt, stoppedAt, status, jobQueue = '' } = job;
  const node = nodeOf(job);
  const event = (what: string, message: string, at: number | undefined): readonly JobEvent[] =>
    at === undefined ? [] : [{ name: `job-${jobId}-${what}`, message, at: instant(at) }];
  const ended = status === 'SUCCEEDED' ? `job ${node} has succeeded` : failureOf(job);
  return [
    ...event('queued', `job ${node} is in queue ${jobQueue.split('/').at(-1)}`, createdAt),
    ...event('started', `job ${node} has started`, startedAt || undefined),
    ...(isUnfinished(job) ? [] : event('ended', ended, stoppedAt ?? startedAt ?? createdAt)),
  ];
};
