import { setTimeout } from 'node:timers/promises';
import {
  RegisterJobDefinitionCommand,
  type RegisterJobDefinitionRequest,
  SubmitJobCommand,
  type SubmitJobRequest,
} from '@aws-sdk/client-batch';
import type { Submission } from '../../domain/deployers/planner.ts';
import { ProviderFailedError } from '../../foundation/errors.ts';
import { parseExactly } from '../../tosca/values/exact-json.ts';
import { answering, given } from '../aws/errors.ts';
import { definitionOf, parametersOf, tagsOf } from './definition.ts';
import { destroy } from './destroy.ts';
import { jobsIn } from './jobs.ts';
import type { BatchOrder, JobOrder } from './planner.ts';
import { policy } from './policy.ts';
import type { Session } from './session.ts';

/**
 * Registers a definition for each job and submits it, a job after those that it waits for. Batch has no request token, so
 * a job that is there already, by its name, is not submitted again: a repeat finishes what an earlier call began. A
 * refusal leaves nothing behind.
 */
export const create = async (session: Session, submission: Submission): Promise<string> => {
  const order: BatchOrder = parseExactly(submission);
  const within = AbortSignal.timeout(policy.createSeconds * 1_000);
  const submitted: string[] = [];
  try {
    await submitAll(session, order, within, submitted);
  } catch (error) {
    if (error instanceof ProviderFailedError) await destroy(session, order.name, submitted);
    throw error;
  }
  return order.name;
};

/** `submitted`: gets the id of each new job. */
const submitAll = async (
  session: Session,
  order: BatchOrder,
  within: AbortSignal,
  submitted: string[],
): Promise<void> => {
  const queues = [...new Set(order.jobs.map(({ queue }) => queue))];
  const { jobs: there, goneQueues } = await jobsIn(session, order.name, queues);
  if (goneQueues.length > 0)
    throw new ProviderFailedError(
      `there is no job queue ${goneQueues.join(', ')} in ${session.region}: name one that exists in batch.queues of this provider`,
    );
  const ids = new Map(there.map(({ jobName = '', jobId = '' }) => [jobName, jobId]));
  const missing = order.jobs.filter(({ jobName }) => !ids.has(jobName));
  const definitions = new Map<string, string>();
  for (const job of missing) {
    const { arn } = await register(session, definitionOf(order, job), within);
    definitions.set(job.jobName, arn);
  }
  for (const job of missing) {
    const dependsOn = job.waitsFor.flatMap((name) => ids.get(name) ?? []).map((jobId) => ({ jobId }));
    const request = {
      ...placeOf(order, job),
      jobDefinition: definitions.get(job.jobName),
      ...(dependsOn.length > 0 && { dependsOn }),
    };
    const jobId = await submit(session, request, within);
    submitted.push(jobId);
    ids.set(job.jobName, jobId);
  }
};

const placeOf = (order: BatchOrder, job: JobOrder) => ({
  jobName: job.jobName,
  jobQueue: job.queue,
  tags: tagsOf(order, job),
  propagateTags: true,
  parameters: parametersOf(job),
  ...(job.arraySize !== undefined && { arrayProperties: { size: job.arraySize } }),
});

/** A repeat adds a revision, which does no harm. */
export const register = async (
  { batch }: Session,
  request: RegisterJobDefinitionRequest,
  abortSignal: AbortSignal,
): Promise<{ readonly arn: string; readonly revision: number }> => {
  const made = await answering('create', () => batch.send(new RegisterJobDefinitionCommand(request), { abortSignal }));
  const arn = given(made.jobDefinitionArn, 'the ARN of a definition');
  return { arn, revision: given(made.revision, 'the revision of a definition') };
};

/** Pauses after a throttled call, in milliseconds: a throttled call has certainly no effect, so it is repeated here. */
const pauses = [200, 400, 800, 1_600, 3_200];

export const submit = async (
  { once }: Session,
  request: SubmitJobRequest,
  abortSignal: AbortSignal,
): Promise<string> => {
  const made = await answering('create', async () => {
    for (const pause of pauses) {
      try {
        return await once.send(new SubmitJobCommand(request), { abortSignal });
      } catch (error) {
        if (!(error instanceof Error && /Throttl|TooManyRequests/.test(error.name))) throw error;
        await setTimeout(pause, undefined, { signal: abortSignal });
      }
    }
    return once.send(new SubmitJobCommand(request), { abortSignal });
  });
  return given(made.jobId, 'the id of a job');
};
