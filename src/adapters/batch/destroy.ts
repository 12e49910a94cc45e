import { DeregisterJobDefinitionCommand, type JobDefinition, TerminateJobCommand } from '@aws-sdk/client-batch';
import { answering } from '../aws/errors.ts';
import { definitionsOf, isActive, isUnfinished, jobsIn, queuesOf } from './jobs.ts';
import type { Session } from './session.ts';

/**
 * Deregisters the definitions, and ends the jobs that run or wait: in this order, so that a job which is submitted again meanwhile is
 * in the list, or finds that there was a deletion (`endIfDestroyed`). Without an active definition, and once its jobs have ended,
 * an infrastructure is gone. Batch shows ended jobs for some days more. No error if it is gone, or if a
 * queue is gone with its jobs. `submitted`: jobs that were submitted just now, which a list may not have yet.
 */
export const destroy = async (session: Session, name: string, submitted: readonly string[] = []): Promise<void> => {
  const definitions = await definitionsOf(session, name);
  for (const { jobDefinitionArn: jobDefinition } of definitions.filter(isActive)) {
    await answering('stack', () => session.batch.send(new DeregisterJobDefinitionCommand({ jobDefinition })));
  }
  const { jobs } = await jobsIn(session, name, queuesOf(definitions));
  const ids = new Set([...jobs.filter(isUnfinished).map(({ jobId }) => jobId), ...submitted]);
  for (const jobId of [...ids].toReversed()) {
    const request = { jobId, reason: 'the deployment is being deleted' };
    await answering('stack', () => session.batch.send(new TerminateJobCommand(request)));
  }
};

/** What somebody saw before they submitted more, and the ids of the jobs that they submitted. */
interface SubmittedSince {
  readonly definitions: readonly JobDefinition[];
  readonly submitted: readonly string[];
}

/**
 * Destroys it again if it was destroyed, or began to be, since its definitions were seen: a deletion has not seen what was
 * registered and submitted since it began. Only a deletion deregisters definitions, one after the other.
 */
export const endIfDestroyed = async (
  session: Session,
  name: string,
  { definitions, submitted }: SubmittedSince,
): Promise<boolean> => {
  const stood = new Set(definitions.filter(isActive).map(({ jobDefinitionArn }) => jobDefinitionArn));
  const now = await definitionsOf(session, name);
  if (!now.some((one) => stood.has(one.jobDefinitionArn) && !isActive(one))) return false;
  await destroy(session, name, submitted);
  return true;
};
