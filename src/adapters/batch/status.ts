import type { JobDefinition, JobDetail } from '@aws-sdk/client-batch';
import type { InfrastructureState, InfrastructureStatus, JobEvent } from '../../domain/deployers/machines.ts';
import { NotFoundError, ProviderUnavailableError } from '../../foundation/errors.ts';
import { type Failure, failureIn, failureOf } from './failures.ts';
import { definitionsOf, isActive, isUnfinished, jobsIn, nodeOf, queueNameOf, queuesOf } from './jobs.ts';
import { dueText } from './resubmit.ts';
import type { Session } from './session.ts';
import { currentOf, memoryOf, nextTries, tryOf } from './tries.ts';

export interface Found {
  readonly jobs: readonly JobDetail[];
  /** queues that the operator has deleted since: their jobs are lost */
  readonly goneQueues: readonly string[];
  readonly isDeleted: boolean;
  readonly parameters: { readonly [name: string]: string };
}

/** The jobs of an infrastructure. NotFoundError when there is none, or when it was destroyed and all of it has ended. */
export const found = async (session: Session, name: string): Promise<Found> =>
  foundWith(session, name, await definitionsOf(session, name));

/**
 * The same for an infrastructure that was made. Batch shows definitions for half a year after they were deregistered, so one
 * without any is elsewhere: the provider got another region or account.
 */
export const foundMade = async (session: Session, name: string): Promise<Found> => {
  const definitions = await definitionsOf(session, name);
  if (definitions.length > 0) return foundWith(session, name, definitions);
  throw new ProviderUnavailableError(
    `AWS Batch has no definition of the jobs ${name} in ${session.region}, also none that is deregistered: give the provider the region and the account again where they were submitted`,
    { outageCause: 'credentials-refused' },
  );
};

const foundWith = async (session: Session, name: string, definitions: readonly JobDefinition[]): Promise<Found> => {
  const { jobs, goneQueues } = await jobsIn(session, name, queuesOf(definitions));
  const isDeleted = !definitions.some(isActive);
  if (isDeleted && !jobs.some(isUnfinished)) throw new NotFoundError(`there are no jobs of ${name}`);
  return { jobs, goneQueues, isDeleted, parameters: definitions[0]?.parameters ?? {} };
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

/** What the jobs say of their infrastructure. Asks Batch only about those that failed. */
export const statusOf = async (
  session: Session,
  { jobs: all, goneQueues, isDeleted }: Found,
): Promise<InfrastructureStatus> => {
  const jobs = currentOf(all);
  const next = isDeleted ? undefined : await nextTries(session, all);
  const again = new Set(next?.map(({ job }) => job.jobId));
  const vms = Object.fromEntries(
    jobs.map((job) => [job.jobId ?? '', again.has(job.jobId) ? ('pending' as const) : stateOf(job)]),
  );
  const failed = next === undefined ? await failureIn(session, jobs) : undefined;
  const failure = failed ?? lost(goneQueues) ?? stuck(jobs);
  const due = failure === undefined && next !== undefined ? dueText(next) : undefined;
  const state = failure === undefined ? wholeState(jobs) : 'failed';
  const reason = failure?.reason ?? whyWaiting(jobs);
  return {
    state: isDeleted && isEnding(all) ? 'deleting' : state,
    vms,
    happened: eventsOf(all),
    ...(due !== undefined && { due }),
    ...(reason && { reason }),
    ...(failure?.blame && { blame: failure.blame }),
  };
};

/** A deletion that was cut off has deregistered the definitions, and left jobs that nobody ends: it has to be repeated. */
const isEnding = (jobs: readonly JobDetail[]): boolean =>
  jobs.every((job) => !isUnfinished(job) || job.isTerminated === true);

const lost = ([queue]: readonly string[]): Failure | undefined =>
  queue === undefined ? undefined : { reason: `job queue ${queue} was deleted, and with it the jobs that were there` };

/** Batch says so of the first job of a queue, and only an operator can change it: nobody waits a day for that. */
const stuck = (jobs: readonly JobDetail[]): Failure | undefined => {
  const job = jobs.find((one) => one.status === 'RUNNABLE' && /^MISCONFIGURATION/.test(one.statusReason ?? ''));
  return (
    job && {
      reason: `job ${nodeOf(job)} cannot run in job queue ${queueNameOf(job)}: ask for less, or name another queue (${job.statusReason})`,
      // it ran already, and would run again elsewhere
      ...(tryOf(job) > 1 && { blame: 'work' as const }),
    }
  );
};

const whyWaiting = (jobs: readonly JobDetail[]): string | undefined => {
  const job = jobs.find(({ status, statusReason }) => status === 'RUNNABLE' && statusReason);
  return job && `job ${nodeOf(job)} waits: ${job.statusReason}`;
};

const wholeState = (jobs: readonly JobDetail[]): InfrastructureState => {
  if (jobs.length === 0) return 'pending';
  const all = jobs.map(stateOf);
  return all.every((one) => one === 'configured') ? 'configured' : 'running';
};

/** How a job that was submitted again differs. */
const tryText = (job: JobDetail): string => (tryOf(job) === 1 ? '' : ` again, with ${memoryOf(job)} MiB`);

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** What has happened to the jobs, oldest first. */
export const eventsOf = (jobs: readonly JobDetail[]): readonly JobEvent[] =>
  jobs.flatMap(ofJob).toSorted((a, b) => a.at.localeCompare(b.at));

const ofJob = (job: JobDetail): readonly JobEvent[] => {
  const { jobId = '', createdAt, startedAt, stoppedAt, status } = job;
  const node = nodeOf(job);
  const event = (what: string, message: string, at: number | undefined): readonly JobEvent[] =>
    at === undefined ? [] : [{ name: `job-${jobId}-${what}`, message, at: instant(at) }];
  const ended = status === 'SUCCEEDED' ? `job ${node} has succeeded` : failureOf(job);
  return [
    ...event('queued', `job ${node} is in queue ${queueNameOf(job)}${tryText(job)}`, createdAt),
    ...event('started', `job ${node} has started`, startedAt || undefined),
    ...(isUnfinished(job) ? [] : event('ended', ended, stoppedAt ?? (startedAt || createdAt))),
  ];
};
