/** Jobs that ran out of memory are submitted again with more (docs/decisions/0084). */

import type { JobDefinition, JobDetail } from '@aws-sdk/client-batch';
import type { Configuration } from '../../domain/deployers/ports.ts';
import { ProviderFailedError } from '../../foundation/errors.ts';
import { endIfDestroyed } from './destroy.ts';
import { definitionsOf, isActive, jobsIn, nodeOf, queuesOf, tagKeys } from './jobs.ts';
import { policy } from './policy.ts';
import { resubmittedDefinition, resubmittedParameters, submittedAtKey } from './resubmitted-definition.ts';
import type { Session } from './session.ts';
import { register, submit } from './submit.ts';
import { currentOf, memoryOf, type NextTry, nextTries, resourceOf, tryKey, tryOf } from './tries.ts';

/** What is about to happen, for people; undefined: nothing. */
export const dueText = (next: readonly NextTry[]): string | undefined =>
  next.length === 0
    ? undefined
    : next
        .map(({ job, size }) =>
          size === undefined
            ? `job ${nodeOf(job)} is submitted again behind it`
            : `job ${nodeOf(job)} ran out of memory with ${memoryOf(job)} MiB, and is submitted again with ${size.memory} MiB`,
        )
        .join('; ');

/**
 * Submits what `nextTries` says, a job after those that it waits for. Batch has no request token, so a definition is written
 * before each job. Its revision is the next one after all that were seen, unless somebody else is at it: then nothing is
 * submitted. What a process that died may have submitted is in the lists after `lostCreateSeconds`, and is not submitted
 * before that. What a deletion cannot have seen, since it came meanwhile, is ended here.
 */
export const resubmit = async (session: Session, name: string, now: Date): Promise<Configuration> => {
  const definitions = await definitionsOf(session, name);
  const { jobs } = await jobsIn(session, name, queuesOf(definitions));
  const next = (await nextTries(session, jobs)) ?? [];
  if (next.length === 0 || !definitions.some(isActive)) return { is: 'done' };
  const waiting = next.find((one) => isUnderWay(definitions, one, now));
  if (waiting) return running(`job ${nodeOf(waiting.job)} is being submitted again`);
  const submitted: string[] = [];
  let isDestroyed = false;
  let said: Configuration;
  try {
    said = await submitRound(session, { next, definitions, jobs, now, submitted });
  } finally {
    // also after a lost answer, which may have had its effect
    isDestroyed = await endIfDestroyed(session, name, { definitions, submitted });
  }
  return isDestroyed ? { is: 'done' } : said;
};

const submitRound = async (session: Session, round: Round): Promise<Configuration> => {
  try {
    const all = await submitAll(session, round);
    return running(all ? (dueText(round.next) ?? '') : 'another call submits the jobs again');
  } catch (error) {
    if (!(error instanceof ProviderFailedError)) throw error;
    return { is: 'failed', why: `${dueText(round.next)}: ${error.message}`, blame: 'work' };
  }
};

const running = (what: string): Configuration => ({ is: 'running', what });

/** A job may have been submitted so lately that no list has it. */
const isUnderWay = (definitions: readonly JobDefinition[], { job }: NextTry, now: Date): boolean =>
  definitions.some(({ tags, parameters }) => {
    const submittedAt = parameters?.[submittedAtKey];
    return (
      submittedAt !== undefined &&
      tags?.[tagKeys.resource] === resourceOf(job) &&
      parameters?.[tryKey] === String(tryOf(job) + 1) &&
      now.getTime() - Date.parse(submittedAt) < policy.lostCreateSeconds * 1_000
    );
  });

interface Round {
  readonly next: readonly NextTry[];
  readonly definitions: readonly JobDefinition[];
  readonly jobs: readonly JobDetail[];
  readonly now: Date;
  /** gets the id of each new job */
  readonly submitted: string[];
}

/** Less than what a lost answer is waited for: a call that is given up has then had its effect. */
const submitMs = 10_000;

/** false: somebody else was at it too */
const submitAll = async (session: Session, { next, definitions, jobs, now, submitted }: Round): Promise<boolean> => {
  const resources = new Map(jobs.map((job) => [job.jobId, resourceOf(job)]));
  const ids = new Map(currentOf(jobs).map((job) => [resourceOf(job), job.jobId]));
  const byArn = new Map(definitions.map((one) => [one.jobDefinitionArn, one]));
  let revision = Math.max(...definitions.map((one) => one.revision ?? 0));
  for (const one of inOrder(next, resources)) {
    const before = byArn.get(one.job.jobDefinition);
    if (before === undefined) throw new ProviderFailedError(goneText(one));
    const made = await register(session, resubmittedDefinition(before, one, now), AbortSignal.timeout(submitMs));
    revision += 1;
    if (made.revision !== revision) return false;
    const dependsOn = (one.job.dependsOn ?? []).map(({ jobId }) => ({ jobId: ids.get(resources.get(jobId) ?? '') }));
    const request = { ...placeOfNextTry(one), jobDefinition: made.arn, ...(dependsOn.length > 0 && { dependsOn }) };
    const jobId = await submit(session, request, AbortSignal.timeout(submitMs));
    submitted.push(jobId);
    ids.set(resourceOf(one.job), jobId);
  }
  return true;
};

/** Batch shows a definition for half a year after it was deregistered. */
const goneText = ({ job }: NextTry): string =>
  `job ${nodeOf(job)} cannot be submitted again, since AWS Batch no longer has its definition ${job.jobDefinition}: deploy the template again`;

/** A job after those that it waits for. */
const inOrder = (next: readonly NextTry[], resources: ReadonlyMap<string | undefined, string>): readonly NextTry[] => {
  const left = [...next];
  const ordered: NextTry[] = [];
  while (left.length > 0) {
    const open = new Set(left.map(({ job }) => resourceOf(job)));
    const free = left.findIndex(
      ({ job: { dependsOn = [] } }) => !dependsOn.some(({ jobId }) => open.has(resources.get(jobId) ?? '')),
    );
    // Batch takes no circle
    ordered.push(...left.splice(Math.max(0, free), 1));
  }
  return ordered;
};

/** Batch takes 128 characters. */
const mostOfName = 120;

const placeOfNextTry = (one: NextTry) => {
  const { jobName = '', jobQueue, tags, arrayProperties } = one.job;
  const count = one.children?.count ?? arrayProperties?.size;
  const before = tryOf(one.job) > 1 ? jobName.replace(/-try\d+$/, '') : jobName;
  return {
    jobName: `${before.slice(0, mostOfName)}-try${tryOf(one.job) + 1}`,
    jobQueue,
    tags,
    propagateTags: true,
    parameters: resubmittedParameters(one),
    // an array has two children at least: the only one is a job of its own
    ...(count !== undefined && count > 1 && { arrayProperties: { size: count } }),
  };
};
